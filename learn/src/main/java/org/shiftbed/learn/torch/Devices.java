package org.shiftbed.learn.torch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.base.UserError;

/** Names of devices: {@code cpu} and {@code cuda:K}. */
public final class Devices {
    private static final Pattern CUDA = Pattern.compile("cuda:(\\d{1,3})");

    private Devices() {}

    /**
     * Checks the form of a name only; loads nothing.
     *
     * @param place where the name stands, for the message
     * @throws UserError if it is neither {@code cpu} nor {@code cuda:K}
     */
    public static void check(String name, String place) {
        if (!isCpu(name) && !CUDA.matcher(name).matches()) {
            throw new UserError(place + ": a device is cpu or cuda:K with K counted from 0, found '" + name
                    + "'; write device: cpu");
        }
    }

    /**
     * The device of this name; belongs to the caller's scope. Natives are loaded.
     *
     * @throws UserError if the name is not one, or the machine has no such device
     */
    public static Device require(String name, String place) {
        check(name, place);
        Matcher cuda = CUDA.matcher(name);
        if (!cuda.matches()) {
            return new Device("cpu");
        }
        int index = Integer.parseInt(cuda.group(1));
        int available = torch.cuda_is_available() ? (int) torch.getNumGPUs() : 0;
        if (index >= available) {
            throw new UserError(place + ": device '" + name + "' is not there: this machine and build offer "
                    + available + " CUDA devices; write device: cpu");
        }
        return new Device(torch.DeviceType.CUDA, (byte) index);
    }

    /**
     * {@link #require} for those who only want to know: natives are loaded where the name asks for more than {@code cpu}.
     *
     * @throws UserError if the name is not one, or the machine has no such device
     */
    public static void checkThere(String name, String place) {
        check(name, place);
        if (!isCpu(name)) {
            Natives.load(1);
            try (PointerScope scope = new PointerScope()) {
                require(name, place);
            }
        }
    }

    /** Whether no copy to another device is needed. */
    public static boolean isCpu(String name) {
        return name.equals("cpu");
    }
}

package org.shiftbed.learn;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.torch.Natives;

/** What besides a trial can move its numbers in the last digits: versions of libraries, processor, platform. Names no machine and no path. */
public final class Libraries {
    private static final String UNKNOWN = "unknown";
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");
    private static final Pattern MODEL = Pattern.compile("(?m)^(?:model name|Processor|cpu model)\\s*:\\s*(.+)$");

    private Libraries() {}

    /**
     * For the manifest of a trial. Loads natives.
     *
     * @param threads of libtorch in this process
     * @return text by name, in the order of the list: {@code javacpp}, {@code pytorch}, {@code openblas}, {@code cpu}, {@code instructions} (those
     *     that libtorch uses), {@code threads}, {@code java}, {@code os}
     */
    public static Map<String, String> versions(int threads) {
        Natives.load(threads);
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("javacpp", version("javacpp"));
        versions.put("pytorch", version("pytorch"));
        versions.put("openblas", version("openblas"));
        versions.put("cpu", cpu());
        try (PointerScope scope = new PointerScope()) {
            BytePointer capability = torch.get_cpu_capability();
            versions.put("instructions", capability == null ? UNKNOWN : capability.getString());
        }
        versions.put("threads", Integer.toString(torch.get_num_threads()));
        versions.put("java", property("java.vm.name") + " " + property("java.runtime.version"));
        versions.put("os", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
        return versions;
    }

    private static String property(String name) {
        return System.getProperty(name, UNKNOWN);
    }

    /** The version that a jar of these libraries says of itself in its Maven properties. */
    private static String version(String artifact) {
        String resource = "/META-INF/maven/org.bytedeco/" + artifact + "/pom.properties";
        try (InputStream in = Libraries.class.getResourceAsStream(resource)) {
            if (in == null) {
                return UNKNOWN;
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static String cpu() {
        if (!Files.isReadable(CPUINFO)) {
            return UNKNOWN;
        }
        try {
            Matcher model = MODEL.matcher(Files.readString(CPUINFO));
            return model.find() ? model.group(1).trim() : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}

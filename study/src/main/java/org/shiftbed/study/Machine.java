package org.shiftbed.study;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Names of this machine and of its processes, as files of a study have them. */
final class Machine {
    private Machine() {}

    /** Only computed when it is asked for, once. */
    private static final class Once {
        static final String HOST = hostName();
        static final String IDENTITY = HOST + ":" + boot() + ":" + processes();
    }

    /** The name of this host, for people. */
    static String host() {
        return Once.HOST;
    }

    /**
     * What two processes have in common that can see each other: host, boot, and on Linux the namespace of processes, so that containers on one host are
     * machines of their own. Only then does a missing process mean that it has ended.
     */
    static String identity() {
        return Once.IDENTITY;
    }

    /** Start of a process: together with its number it names the process, also after the number was given away again. */
    static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    /** Whether a process of this machine is still there. */
    static boolean runs(long pid, String started) {
        return ProcessHandle.of(pid)
                .filter(process -> process.isAlive() && started(process).equals(started))
                .isPresent();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName().replaceAll("\\s", "-");
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    private static String boot() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException | SecurityException e) {
            return "";
        }
    }

    private static String processes() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return "";
        }
    }
}

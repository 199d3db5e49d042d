package org.shiftbed.study;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * One run at a time on a folder. The operating system lets go of the lock when its process dies, however it dies; the text of the file (pid
 * and start of the process, and its host) only tells people and {@code status} who holds it.
 */
final class RunLock implements AutoCloseable {
    static final String FILE = "run.lock";

    private final FileChannel channel;
    private final FileLock lock;

    private RunLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the lock of a folder.
     *
     * @throws UserError where another run holds it
     */
    static RunLock take(Path folder) throws IOException {
        FileChannel channel = FileChannel.open(
                folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = tryLock(channel);
            if (lock == null) {
                throw new UserError(folder + ": another run is at work here"
                        + described(folder)
                        + "; wait for it, stop it, or give another folder with --out");
            }
            channel.truncate(0);
            ProcessHandle self = ProcessHandle.current();
            String text = self.pid() + " " + started(self) + " " + host() + "\n";
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
            return new RunLock(channel, lock);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The process that is running a study in this folder, as far as this machine can tell. */
    static Optional<Long> holder(Path folder) {
        try {
            String[] words = Files.readString(folder.resolve(FILE)).strip().split(" ");
            // A process of another host is none that this one could look at.
            if (words.length < 2 || words.length > 2 && !words[2].equals(host())) {
                return Optional.empty();
            }
            long pid = Long.parseLong(words[0]);
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    // A number that was given to another process since does not count.
                    .filter(process -> started(process).equals(words[1]))
                    .map(ProcessHandle::pid);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Who holds the lock, as the file says: {@code  (process 17 on host a)}; empty where it says nothing yet. */
    private static String described(Path folder) {
        try {
            String[] words = Files.readString(folder.resolve(FILE)).strip().split(" ");
            return words.length < 3 ? "" : " (process " + words[0] + " on " + words[2] + ")";
        } catch (IOException e) {
            return "";
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName().replaceAll("\\s", "");
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    @Override
    public void close() throws IOException {
        channel.truncate(0);
        lock.release();
        channel.close();
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }
}

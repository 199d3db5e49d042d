package org.shiftbed.learn.torch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;

/**
 * Loads libtorch, once a process, before anything else touches it.
 *
 * <p>JavaCPP unpacks its libraries into a cache folder on first use. Two processes that unpack at the same time can map a half-written file
 * and die, so the first load happens under a lock on a file of that folder.
 *
 * <p>Native memory is invisible to the garbage collector. JavaCPP refuses to allocate once the process holds
 * {@code org.bytedeco.javacpp.maxPhysicalBytes} (default: four times the heap limit), so whoever starts a process sets that property
 * to what the machine can give; 0 turns the check off.
 */
public final class Natives {
    private static final String LOCK = "shiftbed.lock";

    private Natives() {}

    /** A process loads them once, when this class is first asked for, so that only that call waits for others that unpack them. */
    private static final class Once {
        static final boolean LOADED = loaded();
    }

    /**
     * Loads the libraries if this process has not, and sets the threads of libtorch's operations.
     *
     * @param threads at least 1; sums depend on it, so it is part of what identifies a run
     */
    public static synchronized void load(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("libtorch needs at least one thread, got " + threads);
        }
        try {
            if (!Once.LOADED) {
                throw new IllegalStateException("libtorch was not loaded");
            }
        } catch (ExceptionInInitializerError e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
        torch.set_num_threads(threads);
    }

    private static boolean loaded() {
        try {
            Path lockFile = Loader.getCacheDir().toPath().resolve(LOCK);
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (!lock.isValid()) {
                    throw new IOException("the lock on " + lockFile + " was lost");
                }
                Loader.load(torch.class);
                return true;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("libtorch could not be loaded: its cache folder cannot be used", e);
        }
    }
}

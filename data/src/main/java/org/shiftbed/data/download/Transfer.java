package org.shiftbed.data.download;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.data.Progress;

/**
 * One file over HTTP. What has come stays beside the target when the connection is cut, and is taken up from there, in the same call or a later one, as
 * long as the server says that it is still the same file (its entity tag or its time of change).
 */
final class Transfer {
    private static final int TRIES = 4;
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int BLOCK = 1 << 16;

    private final HttpClient client;
    private final Duration pause;
    private final Progress progress;

    /**
     * @param pause between two tries of one address
     * @param progress hears of bytes
     */
    Transfer(Duration pause, Progress progress) {
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(20))
                .build();
        this.pause = pause;
        this.progress = progress;
    }

    /** Why an address gave nothing, in a few words. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1;
        private final transient boolean useless;

        Refused(String message, boolean useless) {
            super(message);
            this.useless = useless;
        }

        /** Whether asking again would not help. */
        boolean useless() {
            return useless;
        }
    }

    /**
     * Fetches a file.
     *
     * @param archive whether it is a file for programs: a page for people in its place is refused
     * @param target appears when all of it has come
     * @throws IOException where it has not, after several tries
     */
    void fetch(URI from, boolean archive, Path target) throws IOException {
        IOException last = new IOException("not tried");
        for (int k = 0; k < TRIES; k++) {
            if (k > 0) {
                rest();
            }
            try {
                once(from, archive, target);
                return;
            } catch (Refused e) {
                if (e.useless()) {
                    throw e;
                }
                last = e;
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    private void rest() throws IOException {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void once(URI from, boolean archive, Path target) throws IOException {
        Path part = target.resolveSibling(target.getFileName() + ".part");
        Path mark = target.resolveSibling(target.getFileName() + ".part.tag");
        String tag = Files.exists(mark) ? Files.readString(mark) : "";
        long have = Files.exists(part) && !tag.isEmpty() ? Files.size(part) : 0;
        HttpRequest.Builder request =
                HttpRequest.newBuilder(from).timeout(ANSWER).GET();
        if (have > 0) {
            request.header("Range", "bytes=" + have + "-").header("If-Range", tag);
        }
        HttpResponse<InputStream> response = send(request.build());
        try (InputStream body = response.body()) {
            int status = response.statusCode();
            if (status == 416) {
                // What is here is no beginning of what is there.
                Files.deleteIfExists(part);
                Files.deleteIfExists(mark);
                throw new Refused("answered 416 to a range", false);
            }
            if (status != 200 && status != 206) {
                throw new Refused("answered " + status, status < 500 && status != 408 && status != 429);
            }
            String type =
                    response.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
            if (archive && type.startsWith("text/html")) {
                throw new Refused("answered with a page, not with the file", true);
            }
            boolean goesOn = status == 206 && have > 0;
            long length = length(response, goesOn ? have : 0);
            if (!goesOn) {
                AtomicFiles.write(mark, tag(response));
                have = 0;
            }
            copy(body, part, goesOn, have, length);
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            Files.deleteIfExists(mark);
        }
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws IOException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Of the whole file; -1 where the server does not say. */
    private static long length(HttpResponse<?> response, long before) {
        long rest = response.headers().firstValueAsLong("Content-Length").orElse(-1);
        return rest < 0 ? -1 : before + rest;
    }

    /** A strong entity tag, else the time of change; empty: nothing can be taken up. */
    private static String tag(HttpResponse<?> response) {
        String tag = response.headers().firstValue("ETag").orElse("");
        return tag.isEmpty() || tag.startsWith("W/")
                ? response.headers().firstValue("Last-Modified").orElse("")
                : tag;
    }

    private void copy(InputStream body, Path part, boolean append, long before, long length) throws IOException {
        long have = before;
        progress.begun(String.valueOf(part.getFileName()).replaceFirst("\\.part$", ""), length);
        try (OutputStream out =
                append ? Files.newOutputStream(part, StandardOpenOption.APPEND) : Files.newOutputStream(part)) {
            byte[] block = new byte[BLOCK];
            for (int read = body.read(block); read >= 0; read = body.read(block)) {
                out.write(block, 0, read);
                have += read;
                progress.advanced(have);
            }
        } finally {
            progress.ended();
        }
        if (length >= 0 && have != length) {
            throw new IOException("the connection was cut after " + have + " of " + length + " bytes");
        }
    }

    /** How long the file at an address is; -1 where the server does not say. */
    long length(URI address) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(ANSWER)
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<Void> response;
        try {
            response = client.send(request, HttpResponse.BodyHandlers.discarding());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return response.statusCode() == 200
                ? response.headers().firstValueAsLong("Content-Length").orElse(-1)
                : -1;
    }
}

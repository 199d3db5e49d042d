package org.shiftbed.app.serve;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.shiftbed.base.CanonicalJson;

/** A visitor of a started server, who speaks HTTP. */
final class Visit {
    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;

    Visit(StudyServer server) {
        this.port = server.port();
    }

    HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        for (int i = 0; i + 1 < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Bytes as they are, without a library that would mend them. */
    String raw(String target, String host) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    List<Map<?, ?>> studies() {
        return maps(CanonicalJson.parse(get("/api/studies").body()));
    }

    /** Everything of the only study. */
    Map<?, ?> study() {
        return CanonicalJson.parseObject(get("/api/studies/" + id()).body());
    }

    String id() {
        return String.valueOf(Objects.requireNonNull(studies().get(0).get("id")));
    }

    String id(String name) {
        return studies().stream()
                .filter(one -> name.equals(one.get("name")))
                .map(one -> String.valueOf(one.get("id")))
                .findFirst()
                .orElseThrow();
    }

    static List<Map<?, ?>> maps(Object list) {
        return ((List<?>) list).stream().<Map<?, ?>>map(one -> (Map<?, ?>) one).toList();
    }

    /** Listens to events; each line that arrives is kept. */
    Events events() {
        List<String> lines = new CopyOnWriteArrayList<>();
        CompletableFuture<?> end = client.sendAsync(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/events"))
                                .header("Accept", "text/event-stream")
                                .build(),
                        HttpResponse.BodyHandlers.ofLines())
                .thenAccept(answer -> answer.body().forEach(lines::add));
        return new Events(lines, end);
    }

    record Events(List<String> lines, CompletableFuture<?> end) {
        boolean told(String text) {
            return lines.stream().anyMatch(line -> line.contains(text));
        }
    }
}

package org.shiftbed.data.download;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A server on this machine with files, ranges, and the ways in which servers fail. */
final class FileServer implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, byte[]> files = new HashMap<>();
    private final Map<String, Integer> cuts = new HashMap<>();
    private final Map<String, Integer> answers = new HashMap<>();
    private final Map<String, String> redirects = new HashMap<>();
    private final Map<String, String> types = new HashMap<>();
    private boolean ranges = true;
    private String version = "1";

    /** Method, path and range of every request. */
    final List<String> requests = Collections.synchronizedList(new ArrayList<>());

    FileServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + path);
    }

    void put(String path, byte[] body) {
        files.put("/" + path, body);
    }

    /** The next answers for a file end after so many bytes, though they announce all. */
    void cut(String path, int bytes) {
        cuts.put("/" + path, bytes);
    }

    void answer(String path, int status) {
        answers.put("/" + path, status);
    }

    void redirect(String path, String to) {
        redirects.put("/" + path, to);
    }

    void type(String path, String type) {
        types.put("/" + path, type);
    }

    void withoutRanges() {
        ranges = false;
    }

    /** The files are others from now on. */
    void changed() {
        version += "1";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String range = exchange.getRequestHeaders().getFirst("Range");
            requests.add(exchange.getRequestMethod() + " " + path + (range == null ? "" : " " + range));
            if (redirects.containsKey(path)) {
                exchange.getResponseHeaders().set("Location", redirects.get(path));
                exchange.sendResponseHeaders(302, -1);
                return;
            }
            byte[] body = files.get(path);
            Integer status = answers.get(path);
            if (body == null || status != null) {
                exchange.sendResponseHeaders(status == null ? 404 : status, -1);
                return;
            }
            exchange.getResponseHeaders().set("ETag", "\"" + version + "\"");
            exchange.getResponseHeaders().set("Content-Type", types.getOrDefault(path, "application/octet-stream"));
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            int from = 0;
            boolean same =
                    ("\"" + version + "\"").equals(exchange.getRequestHeaders().getFirst("If-Range"));
            if (ranges && range != null && same) {
                from = Integer.parseInt(range.replaceAll("bytes=(\\d+)-", "$1"));
                exchange.getResponseHeaders()
                        .set("Content-Range", "bytes " + from + "-" + (body.length - 1) + "/" + body.length);
            }
            Integer end = cuts.remove(path);
            exchange.sendResponseHeaders(from > 0 ? 206 : 200, body.length - from);
            OutputStream out = exchange.getResponseBody();
            out.write(Arrays.copyOfRange(body, from, end == null ? body.length : Math.max(from, end)));
            out.flush();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

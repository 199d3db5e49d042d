package org.shiftbed.app.serve;

import io.javalin.http.sse.SseClient;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Everybody who listens to events. Each has a queue of its own, so that one who is slow delays nobody; one who falls far behind is let go, and its browser
 * comes back for the whole.
 */
final class Visitors implements AutoCloseable {
    private static final int MOST_WAITING = 512;

    private final Set<Visitor> all = ConcurrentHashMap.newKeySet();
    private final ExecutorService senders = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "events");
        thread.setDaemon(true);
        return thread;
    });

    /** What is to be sent: an event with its data, or a sign of life where the event is empty. */
    private record Event(String name, String data) {}

    /** One of them. */
    final class Visitor {
        private final SseClient client;
        private final ArrayDeque<Event> waiting = new ArrayDeque<>();
        private boolean sending;

        Visitor(SseClient client) {
            this.client = client;
        }

        void send(String name, String data) {
            synchronized (waiting) {
                if (waiting.size() >= MOST_WAITING) {
                    waiting.clear();
                    all.remove(this);
                    client.close();
                    return;
                }
                waiting.add(new Event(name, data));
                if (sending) {
                    return;
                }
                sending = true;
            }
            try {
                senders.execute(this::work);
            } catch (RejectedExecutionException e) {
                // The server is ending.
                all.remove(this);
            }
        }

        private void work() {
            while (true) {
                Event next;
                synchronized (waiting) {
                    next = waiting.poll();
                    if (next == null) {
                        sending = false;
                        return;
                    }
                }
                if (client.terminated()) {
                    all.remove(this);
                } else if (next.name().isEmpty()) {
                    client.sendComment("here");
                } else {
                    client.sendEvent(next.name(), next.data());
                }
            }
        }
    }

    /** A new one, before anything is sent to it. */
    Visitor add(SseClient client) {
        Visitor visitor = new Visitor(client);
        client.keepAlive();
        client.onClose(() -> all.remove(visitor));
        all.add(visitor);
        return visitor;
    }

    void send(String name, String data) {
        all.forEach(visitor -> visitor.send(name, data));
    }

    int count() {
        return all.size();
    }

    @Override
    public void close() {
        all.forEach(visitor -> visitor.client.close());
        senders.shutdownNow();
    }
}

package org.shiftbed.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hundred listeners for a minute. */
@Tag("slow")
class ServeLoadTest {
    private static final int VISITORS = 200;
    private static final int SECONDS = 60;

    @Test
    void everyOneOfTwoHundredListenersHearsEveryCheckpoint(@TempDir Path folder) throws IOException {
        MadeStudy study = new MadeStudy(folder, "load", "CORAL");
        study.running();
        study.begin(0);
        ScheduledExecutorService run = Executors.newSingleThreadScheduledExecutor();
        try (StudyServer server =
                StudyServer.start(new ServeSettings(folder, ServeSettings.LOOPBACK, 0, false, null))) {
            Visit visit = new Visit(server);
            List<Visit.Events> all = new ArrayList<>();
            for (int i = 0; i < VISITORS; i++) {
                all.add(visit.events());
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> server.listeners() == VISITORS);
            AtomicInteger written = new AtomicInteger();
            run.scheduleAtFixedRate(
                    () -> {
                        try {
                            study.append(0, MadeStudy.line(written.incrementAndGet(), "0.5", "0.5"));
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    0,
                    500,
                    TimeUnit.MILLISECONDS);
            await().atMost(Duration.ofSeconds(SECONDS + 30)).until(() -> written.get() >= 2 * SECONDS);
            run.shutdown();
            int last = written.get();
            for (Visit.Events events : all) {
                await().atMost(Duration.ofSeconds(30)).until(() -> events.told("," + last + "],\"values\""));
                assertThat(events.end()).isNotDone();
            }
            assertThat(server.listeners()).isEqualTo(VISITORS);
        } finally {
            run.shutdownNow();
        }
    }
}

package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.learn.Protocol;

class LeaseWatchTest {
    private static final ExpectedTrial TRIAL = Expected.controlled("aaaa", 0, 0);
    private static final ExpectedStudy STUDY =
            new ExpectedStudy("colours", Protocol.CONTROLLED, List.of("id"), List.of(TRIAL));
    private static final Duration LEASE = Duration.ofSeconds(100);

    private long now = 1_000_000_000L;

    private void pass(int seconds) {
        now += seconds * 1_000_000_000L;
    }

    private LeaseWatch watch() {
        return new LeaseWatch(LEASE, () -> now);
    }

    @Test
    void aSilentOwnerOfAnotherMachineIsGivenUpAfterALeaseOfThisMachinesClock(@TempDir Path folder) throws Exception {
        // Its clock is a year wrong: that must not count.
        Instant wrong = Instant.now().minus(Duration.ofDays(365));
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            Attempt theirs = store.claim(TRIAL).orElseThrow();
            Leases.elsewhere(1, wrong).write(theirs.folder());
            LeaseWatch watch = watch();
            assertThat(store.claim(TRIAL, watch)).isInstanceOf(Claim.Elsewhere.class);
            pass(99);
            assertThat(store.claim(TRIAL, watch)).isInstanceOf(Claim.Elsewhere.class);
            Leases.elsewhere(2, wrong).write(theirs.folder());
            pass(99);
            assertThat(store.claim(TRIAL, watch)).isInstanceOf(Claim.Elsewhere.class);
            pass(99);
            assertThat(store.claim(TRIAL, watch)).isInstanceOf(Claim.Elsewhere.class);
            pass(2);
            assertThat(store.claim(TRIAL, watch)).isInstanceOf(Claim.Mine.class);
            // Now it is ours, and nobody else's for as long as we are heard of.
            assertThat(store.claim(TRIAL, watch)).isInstanceOf(Claim.Elsewhere.class);
        }
    }

    @Test
    void anOwnerThatOnlySleptHarmsNothing(@TempDir Path folder) throws Exception {
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            Attempt asleep = store.claim(TRIAL).orElseThrow();
            LeaseWatch watch = watch();
            assertThat(watch.givenUp(asleep.folder())).isFalse();
            pass(101);
            Claim.Mine mine = (Claim.Mine) store.claim(TRIAL, watch);
            assertThat(mine.attempt().number()).isEqualTo(2);
            // It wakes up, writes into its own folder and is first.
            Files.writeString(asleep.folder().resolve("results.jsonl"), "{\"step\":1}\n");
            assertThat(store.publish(asleep, new Ending(TrialState.DONE, 9))).isTrue();
            assertThat(store.publish(mine.attempt(), new Ending(TrialState.DONE, 9)))
                    .isFalse();
            assertThat(store.published(mine.attempt())).isTrue();
        }
        assertThat(folder.resolve("trials/aaaa/results.jsonl")).hasContent("{\"step\":1}\n");
        assertThat(folder.resolve("running")).isEmptyDirectory();
    }

    @Test
    void anOwnerThatWakesUpTooLateIsDiscarded(@TempDir Path folder) throws Exception {
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            Attempt asleep = store.claim(TRIAL).orElseThrow();
            LeaseWatch watch = watch();
            watch.givenUp(asleep.folder());
            pass(101);
            Claim.Mine mine = (Claim.Mine) store.claim(TRIAL, watch);
            Files.writeString(mine.attempt().folder().resolve("results.jsonl"), "{\"step\":2}\n");
            assertThat(store.publish(mine.attempt(), new Ending(TrialState.DONE, 9)))
                    .isTrue();
            assertThat(asleep.folder()).doesNotExist();
            assertThat(store.publish(asleep, new Ending(TrialState.DONE, 9))).isFalse();
        }
        assertThat(folder.resolve("trials/aaaa/results.jsonl")).hasContent("{\"step\":2}\n");
        assertThat(folder.resolve("failed")).isEmptyDirectory();
    }

    @Test
    void aLeaseThatCannotBeReadIsWatchedAlike(@TempDir Path folder) throws Exception {
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            Attempt torn = store.claim(TRIAL).orElseThrow();
            for (String text : List.of("", "{\"beat\": ", "{\"beat\": 3}")) {
                Files.writeString(torn.folder().resolve("state.json"), text);
                LeaseWatch watch = watch();
                assertThat(watch.givenUp(torn.folder())).isFalse();
                pass(101);
                assertThat(watch.givenUp(torn.folder())).isTrue();
            }
        }
    }
}

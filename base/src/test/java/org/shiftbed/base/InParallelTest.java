package org.shiftbed.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InParallelTest {
    private static final List<Integer> NUMBERS =
            IntStream.range(0, 1000).boxed().toList();

    @Test
    void resultsComeInTheOrderOfTheThings() throws IOException {
        for (int size : new int[] {0, 1, 15, 16, 17, 33, 1000}) {
            List<Integer> some = NUMBERS.subList(0, size);
            assertThat(InParallel.map(some, () -> number -> number * number))
                    .isEqualTo(some.stream().map(number -> number * number).toList());
        }
    }

    @Test
    void aThreadHasAWorkerOfItsOwn() throws IOException {
        Set<Thread> makers = ConcurrentHashMap.newKeySet();
        InParallel.map(NUMBERS, () -> {
            Thread maker = Thread.currentThread();
            makers.add(maker);
            return number -> {
                assertThat(Thread.currentThread()).isSameAs(maker);
                return number;
            };
        });
        assertThat(makers).isNotEmpty();
    }

    @Test
    void whatTheFirstFailureThrewIsThrown() {
        for (int round = 0; round < 20; round++) {
            assertThatThrownBy(() -> InParallel.map(NUMBERS, () -> number -> {
                        if (number % 100 == 57) {
                            throw new IOException("at " + number);
                        }
                        if (number == 58) {
                            throw new IllegalStateException();
                        }
                        return number;
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("at 57");
        }
        assertThatThrownBy(() -> InParallel.map(NUMBERS, () -> number -> {
                    throw new UserError("no");
                }))
                .isInstanceOf(UserError.class);
    }
}

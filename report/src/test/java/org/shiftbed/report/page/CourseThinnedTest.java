package org.shiftbed.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;

class CourseThinnedTest {
    private static Course course(int size) {
        return new Course(
                new Place("d", "s", "", ""),
                new Method("ERM", "controlled", List.of()),
                0,
                "loss",
                IntStream.range(0, size).map(i -> 10 * i).boxed().toList(),
                IntStream.range(0, size).mapToObj(i -> 1.0 / (i + 1)).toList());
    }

    @Test
    void aLineKeepsItsEndsAndEvenSteps() {
        Course eleven = course(11).thinned(6);
        assertThat(eleven.steps()).containsExactly(0, 20, 40, 60, 80, 100);
        assertThat(eleven.values()).containsExactly(1.0, 1 / 3.0, 1 / 5.0, 1 / 7.0, 1 / 9.0, 1 / 11.0);
        // 99 steps in three: 33 each.
        assertThat(course(100).thinned(4).steps()).containsExactly(0, 330, 660, 990);
        // 9 in 4: 2.25, 4.5 (up) and 6.75, rounded.
        assertThat(course(10).thinned(5).steps()).containsExactly(0, 20, 50, 70, 90);
    }

    @Test
    void aShortLineIsTheSame() {
        Course course = course(6);
        assertThat(course.thinned(6)).isSameAs(course);
        assertThat(course.thinned(9)).isSameAs(course);
        assertThat(course.thinned(2).steps()).containsExactly(0, 50);
    }
}

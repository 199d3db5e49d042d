package org.shiftbed.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.aggregate.Axis;
import org.shiftbed.report.aggregate.Change;
import org.shiftbed.report.aggregate.Panel;

class ControlledFiguresTest {
    private static Matrix matrix(Map<String, Figure> figures, String name) {
        return (Matrix) Objects.requireNonNull(figures.get(name)).panels().get(0);
    }

    private static Chart chart(Map<String, Figure> figures, String name, int panel) {
        return (Chart) Objects.requireNonNull(figures.get(name)).panels().get(panel);
    }

    @Test
    void aShiftAlongAnAxisHasChangesCurvesAndBars() {
        assertThat(new ControlledFigures(SampleFigures.along(Axis.SAMPLES))
                        .figures()
                        .keySet())
                .containsExactly(
                        "low-data-change",
                        "low-data-change-ratio-of-means",
                        "low-data-bars-sprites",
                        "low-data-curves-sprites",
                        "low-data-bars-mpi3d",
                        "low-data-curves-mpi3d");
        assertThat(new ControlledFigures(SampleFigures.unseen(false)).figures().keySet())
                .containsExactly(
                        "unseen-change",
                        "unseen-change-ratio-of-means",
                        "unseen-ranks",
                        "unseen-bars-sprites",
                        "unseen-bars-mpi3d");
        assertThat(new ControlledFigures(SampleFigures.unseen(true)).figures().keySet())
                .containsExactly("unseen-ablation", "unseen-bars-sprites", "unseen-bars-mpi3d");
    }

    @Test
    void aCellOfTheHeatMapSaysItsNumberTheDataSetsBehindItAndWhatIsMissing() {
        Panel panel = SampleFigures.along(Axis.SAMPLES);
        Map<String, Figure> figures = new ControlledFigures(panel).figures();
        Matrix matrix = matrix(figures, "low-data-change");
        assertThat(matrix.columns()).containsExactly("N = 1", "N = 10", "N = 100", "N = 1000");
        assertThat(matrix.rows().get(0).cells().get(0)).isEqualTo(new Matrix.Cell(0.0, "0.0 (2)"));
        // ViT lacks a data set at N = 1, DANN a seed of one data set everywhere.
        assertThat(matrix.rows().get(3).cells().get(0).words()).endsWith(" (1)");
        assertThat(matrix.rows().get(3).cells().get(1).words()).endsWith(" (2)");
        Matrix.Row dann = matrix.rows().get(13);
        assertThat(dann.label()).isEqualTo("DANN");
        assertThat(dann.cells()).allMatch(cell -> cell.words().endsWith(" (2)*"));
        for (Change.Order order : Change.Order.values()) {
            String name = order == Change.Order.MEAN_OF_RATIOS ? "low-data-change" : "low-data-change-ratio-of-means";
            assertThat(matrix(figures, name).rows().get(13).cells().get(2).value())
                    .isEqualTo(Change.of(panel.scores(), panel.baseline(), "DANN", "100", order)
                            .value());
        }
    }

    @Test
    void barsAreSortedInEveryPanelAnewAndAMethodWithoutARunSaysSo() {
        Map<String, Figure> figures = new ControlledFigures(SampleFigures.along(Axis.SAMPLES)).figures();
        Chart first = chart(figures, "low-data-bars-mpi3d", 0);
        double before = Double.POSITIVE_INFINITY;
        for (int place = 0; place < 18; place++) {
            int at = place;
            Layer.Bar bar = first.layers().stream()
                    .flatMap(layer -> ((Layer.Bars) layer).bars().stream())
                    .filter(one -> one.place() == at)
                    .findFirst()
                    .orElseThrow();
            double value = Objects.requireNonNull(bar.value());
            assertThat(value).isLessThanOrEqualTo(before);
            before = value;
        }
        assertThat(first.y().ticks().get(18).label()).isEqualTo("ViT");
        assertThat(FigureFiles.svg(Objects.requireNonNull(figures.get("low-data-bars-mpi3d"))))
                .contains(">none of 3<");
        assertThat(FigureFiles.svg(Objects.requireNonNull(figures.get("low-data-bars-sprites"))))
                .contains(" (2 of 3)<");
    }

    @Test
    void theMedianOfTheStripIsThatOfItsPoints() {
        Chart chart = chart(new ControlledFigures(SampleFigures.unseen(false)).figures(), "unseen-ranks", 0);
        Layer.Dots medians = (Layer.Dots) chart.layers().get(chart.layers().size() - 1);
        for (Layer.Dot median : medians.dots()) {
            double[] ranks = chart.layers().stream()
                    .filter(layer -> layer != medians)
                    .flatMap(layer -> ((Layer.Dots) layer).dots().stream())
                    .filter(dot -> Math.abs(dot.y() - median.y()) < 0.45)
                    .mapToDouble(Layer.Dot::x)
                    .sorted()
                    .toArray();
            int n = ranks.length;
            assertThat(median.x()).isEqualTo((ranks[(n - 1) / 2] + ranks[n / 2]) / 2);
        }
        // Nineteen methods on sprites' and MPI3D's seeds, one lost seed, one lost data set.
        assertThat(medians.dots()).hasSize(19);
        assertThat(chart.y().ticks()).extracting(Scale.Tick::label).contains("ViT (3 of 6)", "DANN (5 of 6)");
    }

    @Test
    void aPointOfACurveThatLacksASeedIsHollow() {
        Map<String, Figure> figures = new ControlledFigures(SampleFigures.along(Axis.SAMPLES)).figures();
        List<String> hollow = Objects.requireNonNull(figures.get("low-data-curves-sprites")).panels().stream()
                .map(Chart.class::cast)
                .filter(chart -> chart.layers().stream()
                        .anyMatch(layer -> layer instanceof Layer.Dots dots
                                && dots.dots().stream().anyMatch(Layer.Dot::hollow)))
                .map(Chart::title)
                .toList();
        assertThat(hollow).containsExactly("DANN");
    }
}

package org.shiftbed.report.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.ChiSquaredDistribution;
import org.hipparchus.distribution.continuous.FDistribution;
import org.hipparchus.stat.ranking.NaNStrategy;
import org.hipparchus.stat.ranking.NaturalRanking;
import org.hipparchus.stat.ranking.TiesStrategy;

/**
 * Do methods differ over many blocks at all (Friedman 1937, with the correction for ties), and which of them (Nemenyi 1963), as Demsar (2006, JMLR 7)
 * recommends for several data sets.
 *
 * @param blocks number of blocks N, at least 2
 * @param ranks mean rank of each method, 1 the best; equal accuracies share a rank
 * @param chiSquare Friedman's statistic, with k - 1 degrees of freedom
 * @param p of it
 * @param pF of the sharper form of Iman and Davenport (1980), by an F law with k - 1 and (k - 1)(N - 1) degrees
 * @param criticalDistance mean ranks that lie further apart differ, at 95% over all pairs: q sqrt(k (k + 1) / (6 N))
 */
public record Friedman(int blocks, List<Double> ranks, double chiSquare, double p, double pF, double criticalDistance) {
    private static final double LEVEL = 0.95;

    public Friedman {
        ranks = List.copyOf(ranks);
    }

    /**
     * The test.
     *
     * @param accuracies of one block each, one a method, the same methods in the same order everywhere; two methods at least
     */
    public static Friedman of(List<double[]> accuracies) {
        int n = accuracies.size();
        int k = n == 0 ? 0 : accuracies.get(0).length;
        if (n < 2 || k < 2) {
            throw new IllegalArgumentException("needs two blocks and two methods, got " + n + " and " + k);
        }
        NaturalRanking ranking = new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.AVERAGE);
        double[] sums = new double[k];
        double squares = 0;
        for (double[] block : accuracies) {
            double[] negated = new double[k];
            for (int i = 0; i < k; i++) {
                negated[i] = -block[i];
            }
            double[] ranks = ranking.rank(negated);
            for (int i = 0; i < k; i++) {
                sums[i] += ranks[i];
                squares += ranks[i] * ranks[i];
            }
        }
        double middle = n * (k + 1) / 2.0;
        double between = 0;
        List<Double> means = new ArrayList<>();
        for (double sum : sums) {
            between += (sum - middle) * (sum - middle);
            means.add(sum / n);
        }
        double within = squares - n * k * (k + 1) * (k + 1) / 4.0;
        // Methods that tie in every block have ranks without any spread: nothing speaks against their being alike.
        double chi = within <= 0 ? 0 : (k - 1) * between / within;
        double most = n * (k - 1.0);
        double f = chi >= most ? Double.POSITIVE_INFINITY : (n - 1) * chi / (most - chi);
        double pF =
                Double.isInfinite(f) ? 0 : 1 - new FDistribution(k - 1, (k - 1.0) * (n - 1)).cumulativeProbability(f);
        double distance = StudentizedRange.quantile(LEVEL, k) / Math.sqrt(2) * Math.sqrt(k * (k + 1) / (6.0 * n));
        return new Friedman(
                n, means, chi, 1 - new ChiSquaredDistribution(k - 1).cumulativeProbability(chi), pF, distance);
    }

    /**
     * Largest groups of methods that the critical distance does not tell apart, the bars of a critical-difference diagram.
     *
     * @return indices of methods, the best first; groups of one are left out
     */
    public List<List<Integer>> groups() {
        List<Integer> order = IntStream.range(0, ranks.size())
                .boxed()
                .sorted(Comparator.comparing(ranks::get))
                .toList();
        List<List<Integer>> groups = new ArrayList<>();
        int reached = 0;
        for (int from = 0; from < order.size(); from++) {
            int to = from;
            while (to + 1 < order.size()
                    && ranks.get(order.get(to + 1)) - ranks.get(order.get(from)) <= criticalDistance) {
                to++;
            }
            if (to > from && to > reached) {
                groups.add(order.subList(from, to + 1));
                reached = to;
            }
        }
        return groups;
    }
}

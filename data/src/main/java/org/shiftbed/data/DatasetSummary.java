package org.shiftbed.data;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;

/**
 * What a data set holds, for {@code shiftbed data inspect}.
 *
 * @param name the registered name
 * @param fingerprint as in {@link Dataset#fingerprint}
 * @param shape of every example
 * @param rows how many examples there are
 * @param label the attribute predicted by default
 * @param domain the attribute of the environments, or null
 * @param counts rows by attribute and value, both in their order
 * @param distinct how many different pictures there are (content groups)
 * @param duplicates rows whose picture an earlier row shows already: {@code rows - distinct}
 * @param sampled rows that the pixel figures are taken from: 6000 drawn without repeats, or all where there are fewer
 * @param mean of the pixel values in [0, 1] over the sampled rows and all channels
 * @param variance of the same values (divided by their number)
 */
public record DatasetSummary(
        String name,
        String fingerprint,
        ImageShape shape,
        int rows,
        String label,
        @Nullable String domain,
        Map<String, Map<String, Integer>> counts,
        int distinct,
        int duplicates,
        int sampled,
        double mean,
        double variance) {
    /** How many rows the pixel figures are taken from at most. */
    public static final int SAMPLE = 6000;

    private static final int BLOCK = 64;

    /** Reads the attributes of all rows and the pixels of a sample that is the same every time. */
    public static DatasetSummary of(Dataset data) {
        AttributeTable table = data.attributes();
        Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
        for (Attribute attribute : table.attributes()) {
            counts.put(attribute.name(), counts(attribute, table.column(attribute.name())));
        }
        int distinct = (int) Arrays.stream(table.groups()).distinct().count();
        int[] rows = sample(data);
        long[] histogram = histogram(data, rows);
        double pixels = (double) rows.length * data.shape().bytes();
        double mean = 0;
        for (int value = 0; value < histogram.length; value++) {
            mean += value / 255.0 * (histogram[value] / pixels);
        }
        double variance = 0;
        for (int value = 0; value < histogram.length; value++) {
            double distance = value / 255.0 - mean;
            variance += distance * distance * (histogram[value] / pixels);
        }
        return new DatasetSummary(
                data.name(),
                data.fingerprint(),
                data.shape(),
                data.size(),
                data.label(),
                data.domain(),
                counts,
                distinct,
                data.size() - distinct,
                rows.length,
                mean,
                variance);
    }

    private static Map<String, Integer> counts(Attribute attribute, int[] codes) {
        int[] byCode = new int[attribute.cardinality()];
        for (int code : codes) {
            byCode[code]++;
        }
        Map<String, Integer> counts = new LinkedHashMap<>();
        List<String> values = attribute.values();
        for (int code = 0; code < byCode.length; code++) {
            counts.put(values.get(code), byCode[code]);
        }
        return counts;
    }

    private static int[] sample(Dataset data) {
        if (data.size() <= SAMPLE) {
            return IntStream.range(0, data.size()).toArray();
        }
        int[] order = Seed.of(data.name(), "summary", 0).permutation(data.size());
        int[] rows = Arrays.copyOf(order, SAMPLE);
        Arrays.sort(rows);
        return rows;
    }

    private static long[] histogram(Dataset data, int[] rows) {
        long[] histogram = new long[256];
        ByteBuffer block = ByteBuffer.allocate(BLOCK * data.shape().bytes());
        for (int from = 0; from < rows.length; from += BLOCK) {
            block.clear();
            data.read(rows, from, Math.min(BLOCK, rows.length - from), block);
            block.flip();
            while (block.hasRemaining()) {
                histogram[block.get() & 0xff]++;
            }
        }
        return histogram;
    }
}

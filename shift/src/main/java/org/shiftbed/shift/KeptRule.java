package org.shiftbed.shift;

import java.math.BigDecimal;
import java.util.List;
import org.shiftbed.data.Attribute;

/** How many values of an attribute are kept in training where the study file does not say which are rare ({@code controlled-shifts.md} 1.5). */
final class KeptRule {
    private static final BigDecimal SHARE = new BigDecimal("0.2");
    private static final BigDecimal SHARE_OF_COLOURS = new BigDecimal("0.7");

    private KeptRule() {}

    /**
     * h = 1 + floor((values - 1) q), with q as the decimal fraction it is written as, not as the nearest double.
     *
     * @param values at least 1
     */
    static int kept(int values, BigDecimal q) {
        return 1 + new BigDecimal(values - 1).multiply(q).intValue();
    }

    /**
     * The rare values by default: all but the first max(2, h). Sprites are built as dSprites and take its share, 0.7; every other set takes
     * 0.2. Empty where the attribute has two values.
     */
    static List<String> rare(String dataset, Attribute attribute) {
        BigDecimal q = dataset.equals("sprites") || dataset.equals("dSprites") ? SHARE_OF_COLOURS : SHARE;
        int kept = Math.min(attribute.cardinality(), Math.max(2, kept(attribute.cardinality(), q)));
        return attribute.values().subList(kept, attribute.cardinality());
    }
}

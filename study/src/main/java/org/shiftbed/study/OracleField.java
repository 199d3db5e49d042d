package org.shiftbed.study;

import java.util.List;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Scalars.Decimal;
import org.shiftbed.base.file.Scalars.Whole;

/** The field {@code oracle} of a study file: what {@link org.shiftbed.study.selection.OracleLimit} reads. */
final class OracleField {
    private OracleField() {}

    static FieldSpec spec() {
        return new FieldSpec(
                "oracle",
                new Fields(
                        "limits of oracles",
                        List.of(
                                new FieldSpec(
                                        "queries",
                                        new Whole(1, 1_000_000),
                                        "any number",
                                        "looks that one search may take"),
                                new FieldSpec(
                                        "laplace",
                                        new Decimal(0, 0.5, false),
                                        "0",
                                        "scale of the noise on each score, in accuracy"))),
                "no limit",
                "how much of the test domain rules that look at it may see: few looks, each blurred, the same at every report");
    }
}

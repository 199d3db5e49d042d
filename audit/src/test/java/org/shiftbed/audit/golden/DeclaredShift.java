package org.shiftbed.audit.golden;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The shift function of one variable, read from the words of a case.
 *
 * @param variable its name
 * @param kind constant, one parameter block for each pattern of parents, or linear in the parents
 * @param offset of its first parameter
 * @param dimension of its statistic
 * @param parameters how many it has
 */
record DeclaredShift(String variable, Kind kind, int offset, int dimension, int parameters) {
    enum Kind {
        CONSTANT,
        PATTERN,
        LINEAR
    }

    /** All shifts of a variant; parents are taken to be binary where there is one parameter for each pattern. */
    static List<DeclaredShift> of(GoldenCase golden, JsonNode variant) {
        String all = variant.get("shift").asString();
        List<DeclaredShift> shifts = new ArrayList<>();
        int offset = 0;
        for (JsonNode variable : golden.json().get("variables")) {
            String name = variable.get("name").asString();
            String own = all;
            if (all.contains(":")) {
                own = Arrays.stream(all.split(";"))
                        .map(String::strip)
                        .filter(part -> part.startsWith(name + ":"))
                        .findFirst()
                        .orElseThrow();
            }
            int parents = variable.get("parents").size();
            int q = variable.has("categories")
                    ? variable.get("categories").asInt() - 1
                    : variable.has("columns") ? variable.get("columns").size() : 1;
            Kind kind = own.contains("indicator") && parents > 0
                    ? Kind.PATTERN
                    : own.contains("d1") && parents > 0 ? Kind.LINEAR : Kind.CONSTANT;
            int count = switch (kind) {
                case CONSTANT -> q;
                case PATTERN -> q << parents;
                case LINEAR -> 1 + parents;
            };
            shifts.add(new DeclaredShift(name, kind, offset, q, count));
            offset += count;
        }
        return shifts;
    }

    /** s(z; delta). */
    double[] at(double[] z, int pattern, double[] delta) {
        if (kind == Kind.LINEAR) {
            double s = delta[offset];
            for (int k = 0; k < z.length; k++) {
                s += delta[offset + 1 + k] * z[k];
            }
            return new double[] {s};
        }
        int from = offset + (kind == Kind.PATTERN ? pattern * dimension : 0);
        return Arrays.copyOfRange(delta, from, from + dimension);
    }
}

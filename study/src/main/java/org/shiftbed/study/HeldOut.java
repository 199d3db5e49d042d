package org.shiftbed.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;

/** What DomainBed's protocol holds out of a data set, checked against its environments, whether or not its files are here. */
final class HeldOut {
    private HeldOut() {}

    /** The fields of the shift that holds some environments out. */
    static Map<String, Object> fields(Study study, List<Integer> held, int seed) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("test", held);
        fields.put("holdout", study.holdout());
        fields.put("trial_seed", seed);
        return fields;
    }

    /** @param names of the environments, in index order */
    static List<List<Integer>> of(Study study, DatasetSpec spec, List<String> names) {
        TestEnvironments wanted = study.testEnvironments();
        String path = "test-environments";
        boolean written = study.source().lines().containsKey(path);
        int n = names.size();
        if (n < 2) {
            throw new UserError(study.source().place(spec.path()) + ": data set '" + spec.name() + "' has " + n
                    + " environment, protocol domainbed needs at least two");
        }
        if (wanted.kind() == TestEnvironments.Kind.PAIRS && n < 3) {
            if (written) {
                throw new UserError(study.source().place(path) + ": pairs need at least three environments, '"
                        + spec.name() + "' has " + n + "; write single");
            }
            wanted = new TestEnvironments(TestEnvironments.Kind.SINGLE, List.of());
        }
        List<List<Integer>> lists = wanted.of(n);
        for (int i = 0; i < lists.size(); i++) {
            for (int index : lists.get(i)) {
                if (index >= n) {
                    throw new UserError(study.source().place(path + "[" + i + "]") + ": must hold indices from 0 to "
                            + (n - 1) + " of the environments " + names + " of " + spec.name() + ", found " + index);
                }
            }
            if (lists.get(i).size() == n) {
                throw new UserError(study.source().place(path + "[" + i + "]")
                        + ": holds out all environments, so no training row is left; leave at least one of " + names);
            }
        }
        return lists;
    }
}

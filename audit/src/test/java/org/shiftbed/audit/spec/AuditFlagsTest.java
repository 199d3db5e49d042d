package org.shiftbed.audit.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;

class AuditFlagsTest {
    /** Sizes other than a ball, boxes and history need maps; a flag could hold them only as a small language of its own. */
    private static final Set<String> FILE_ONLY = Set.of(
            "budget.scaled.radius",
            "budget.scaled.scales",
            "budget.fisher.radius",
            "budget.standard-error.radius",
            "budget.ellipsoid.radius",
            "budget.ellipsoid.matrix",
            "budget.ellipsoid.vector",
            "budget.box",
            "budget.like.before",
            "budget.like.after");

    private static void leaves(String prefix, Fields fields, Set<String> into) {
        for (FieldSpec field : fields.fields()) {
            if (field.shape() instanceof Fields inner) {
                leaves(prefix + field.name() + ".", inner, into);
            } else {
                into.add(prefix + field.name());
            }
        }
    }

    @Test
    void everyFieldOfTheFileHasAFlagButThoseThatNeedAMap() {
        Set<String> fields = new TreeSet<>();
        leaves("", AuditFields.root(true), fields);
        Set<String> flags =
                new TreeSet<>(AuditFlags.all().stream().map(AuditFlag::path).toList());
        assertThat(flags).doesNotContainAnyElementsOf(FILE_ONLY);
        flags.addAll(FILE_ONLY);
        assertThat(flags).isEqualTo(fields);
    }

    @Test
    void everyFlagSaysWhatItIsFor() {
        Set<String> names = new HashSet<>();
        for (AuditFlag flag : AuditFlags.all()) {
            assertThat(names.add(flag.name())).as(flag.name()).isTrue();
            assertThat(flag.help())
                    .as(flag.name())
                    .hasSizeGreaterThan(15)
                    .endsWith(".")
                    .doesNotContain("..");
            assertThat(flag.group()).as(flag.name()).isNotBlank();
            assertThat(flag.choices())
                    .as(flag.name())
                    .allMatch(choice -> flag.help().contains(choice));
        }
    }

    @Test
    void choicesAreThoseThatAreRead() {
        AuditFlag nuisance = AuditFlags.all().stream()
                .filter(flag -> flag.name().equals("nuisance"))
                .findFirst()
                .orElseThrow();
        assertThat(nuisance.choices()).isEqualTo(List.of("auto", "none", "group", "linear", "ridge", "poly", "glm"));
    }
}

package org.shiftbed.app;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.learn.Protocol;

/** The arrows between rooms. */
class RoomsTest {
    private static JavaClasses ours;

    @BeforeAll
    static void readTheClasses() {
        ours = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.shiftbed");
    }

    @Test
    void everyRoomIsSeenByThisTest() {
        TreeSet<String> rooms = new TreeSet<>();
        ours.forEach(one -> rooms.add(one.getPackageName().split("\\.")[2]));
        assertThat(rooms)
                .isEqualTo(new TreeSet<>(List.of("app", "audit", "base", "data", "learn", "report", "shift", "study")));
    }

    @Test
    void aRoomKnowsOnlyTheRoomsBelowIt() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("base")
                .definedBy("org.shiftbed.base..")
                .layer("data")
                .definedBy("org.shiftbed.data..")
                .layer("shift")
                .definedBy("org.shiftbed.shift..")
                .layer("audit")
                .definedBy("org.shiftbed.audit..")
                .layer("learn")
                .definedBy("org.shiftbed.learn..")
                .layer("study")
                .definedBy("org.shiftbed.study..")
                .layer("report")
                .definedBy("org.shiftbed.report..")
                .layer("app")
                .definedBy("org.shiftbed.app..")
                .whereLayer("app")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("report")
                .mayOnlyBeAccessedByLayers("app")
                .whereLayer("study")
                .mayOnlyBeAccessedByLayers("report", "app")
                .whereLayer("learn")
                .mayOnlyBeAccessedByLayers("study", "app")
                .whereLayer("audit")
                .mayOnlyBeAccessedByLayers("report", "app")
                .whereLayer("shift")
                .mayOnlyBeAccessedByLayers("audit", "learn", "study", "app")
                .whereLayer("data")
                .mayOnlyBeAccessedByLayers("shift", "audit", "learn", "study", "report", "app")
                // A word, not a part of training: records and plans name their protocol by it.
                .ignoreDependency(alwaysTrue(), equivalentTo(Protocol.class))
                .check(ours);
    }

    @Test
    void roomsFormNoCycle() {
        slices().matching("org.shiftbed.(*)..").should().beFreeOfCycles().check(ours);
    }

    @Test
    void onlyLearnTouchesLibtorch() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.shiftbed.learn..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bytedeco..")
                .check(ours);
    }

    @Test
    void nothingNativeLeavesLearn() {
        // What other rooms call: the types directly in org.shiftbed.learn, but for the package-private ones.
        for (JavaClass type : ours) {
            if (type.getPackageName().equals("org.shiftbed.learn") && isPublic(type)) {
                assertThat(type.getMethods().stream()
                                .filter(method -> method.getModifiers()
                                        .contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC))
                                .flatMap(method -> method.getAllInvolvedRawTypes().stream())
                                .filter(involved -> involved.getPackageName().startsWith("org.bytedeco")))
                        .as("native types in the public methods of " + type.getName())
                        .isEmpty();
            }
        }
    }

    @Test
    void onlyTheTablesOfDataKnowJdbc() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.shiftbed.data.table..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.duckdb..")
                .check(ours);
    }

    @Test
    void onlyTheCommandLineKnowsPicocliAndTheProgressBar() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.shiftbed.app..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "me.tongfei..")
                .check(ours);
    }

    @Test
    void nothingDrawsFromAGlobalGenerator() {
        noClasses()
                .should()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(java.util.concurrent.ThreadLocalRandom.class, java.util.Random.class)
                .check(ours);
    }

    @Test
    void nothingIsCalledAfterADrawer() {
        noClasses()
                .should()
                .haveNameMatching(".*(Utils?|Utilities|Helpers?|Impl)")
                .check(ours);
    }

    @Test
    void everyPackageSaysWhatItIsForAndMarksNulls() {
        for (JavaPackage each : ours.getDefaultPackage().getSubpackagesInTree()) {
            if (each.getClasses().isEmpty() || !each.getName().startsWith("org.shiftbed.")) {
                continue;
            }
            assertThat(each.tryGetPackageInfo())
                    .as("package-info of " + each.getName())
                    .isPresent();
            assertThat(each.isAnnotatedWith("org.jspecify.annotations.NullMarked"))
                    .as("@NullMarked on " + each.getName())
                    .isTrue();
        }
    }

    @Test
    void stateIsNeverStaticAndMutable() {
        classes().that(alwaysTrue()).should(HaveNoMutableStatics.INSTANCE).check(ours);
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC);
    }
}

package org.shiftbed.report.style;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Orders and labels of DomainBed's tables ({@code domainbed-protocol.md} 1.1 and 6.2). */
final class DomainBedNames {
    private DomainBedNames() {}

    private static final List<String> ALGORITHMS = List.of(
            ("ERM ERMPlusPlus Fish IRM GroupDRO Mixup MLDG CORAL MMD DANN CDANN MTL SagNet ARM VREx RSC SD ANDMask"
                            + " SANDMask IGA SelfReg Fishr TRM IB_ERM IB_IRM CAD CondCAD Transfer CausIRL_CORAL"
                            + " CausIRL_MMD EQRM RDM ADRMX URM")
                    .split(" "));

    private static final Map<String, List<String>> ENVIRONMENTS = environments();

    private static Map<String, List<String>> environments() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("Debug28", List.of("0", "1", "2"));
        all.put("Debug224", List.of("0", "1", "2"));
        all.put("ColoredMNIST", List.of("+90%", "+80%", "-90%"));
        all.put("RotatedMNIST", List.of("0", "15", "30", "45", "60", "75"));
        all.put("VLCS", List.of("C", "L", "S", "V"));
        all.put("PACS", List.of("A", "C", "P", "S"));
        all.put("OfficeHome", List.of("A", "C", "P", "R"));
        all.put("TerraIncognita", List.of("L100", "L38", "L43", "L46"));
        all.put("DomainNet", List.of("clip", "info", "paint", "quick", "real", "sketch"));
        all.put("SVIRO", List.of("aclass", "escape", "hilux", "i3", "lexus", "tesla", "tiguan", "tucson", "x5", "zoe"));
        all.put("WILDSCamelyon", numbered("hospital_", 5));
        all.put("WILDSFMoW", numbered("region_", 6));
        for (String kind : List.of("O2O", "M2M")) {
            for (String level : List.of("easy", "medium", "hard")) {
                all.put("Spawrious" + kind + "_" + level, List.of("Test", "SC_group_1", "SC_group_2"));
            }
        }
        return all;
    }

    private static List<String> numbered(String prefix, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(prefix + i);
        }
        return names;
    }

    /** The data sets of a collection that DomainBed knows, in its order; it drops the others. */
    static List<String> datasets(List<String> present) {
        return ENVIRONMENTS.keySet().stream().filter(present::contains).toList();
    }

    /** The algorithms of a collection: known ones in DomainBed's order, then the others as they came. */
    static List<String> algorithms(List<String> present) {
        List<String> all =
                new ArrayList<>(ALGORITHMS.stream().filter(present::contains).toList());
        present.stream().distinct().filter(name -> !ALGORITHMS.contains(name)).forEach(all::add);
        return all;
    }

    /** Labels of a known data set's environments, in index order. */
    static List<String> labels(String dataset) {
        List<String> labels = ENVIRONMENTS.get(dataset);
        if (labels == null) {
            throw new IllegalArgumentException("DomainBed knows no data set " + dataset);
        }
        return labels;
    }
}

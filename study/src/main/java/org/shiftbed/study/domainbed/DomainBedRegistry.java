package org.shiftbed.study.domainbed;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The reference's orders of data sets and algorithms, and its labels of environments ({@code domainbed-protocol.md} 1.1 and 6.2). */
public final class DomainBedRegistry {
    private static final List<String> ALGORITHMS = List.of(
            "ERM",
            "ERMPlusPlus",
            "Fish",
            "IRM",
            "GroupDRO",
            "Mixup",
            "MLDG",
            "CORAL",
            "MMD",
            "DANN",
            "CDANN",
            "MTL",
            "SagNet",
            "ARM",
            "VREx",
            "RSC",
            "SD",
            "ANDMask",
            "SANDMask",
            "IGA",
            "SelfReg",
            "Fishr",
            "TRM",
            "IB_ERM",
            "IB_IRM",
            "CAD",
            "CondCAD",
            "Transfer",
            "CausIRL_CORAL",
            "CausIRL_MMD",
            "EQRM",
            "RDM",
            "ADRMX",
            "URM");
    private static final Map<String, List<String>> ENVIRONMENTS = environments();

    private DomainBedRegistry() {}

    /** All algorithms, in the order of tables and sweeps. */
    public static List<String> algorithms() {
        return ALGORITHMS;
    }

    /** All data sets, in the order of tables and sweeps. */
    public static List<String> datasets() {
        return List.copyOf(ENVIRONMENTS.keySet());
    }

    /** Column labels of a data set's environments, index = place; empty where the reference does not know the data set. */
    public static List<String> environments(String dataset) {
        return ENVIRONMENTS.getOrDefault(dataset, List.of());
    }

    /** Names in registry order, then unknown ones in the order they came: the rows of a table. */
    public static List<String> rows(Collection<String> present) {
        LinkedHashSet<String> rows = new LinkedHashSet<>(ALGORITHMS);
        rows.retainAll(present);
        rows.addAll(present);
        return List.copyOf(rows);
    }

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
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            labels.add(prefix + i);
        }
        return labels;
    }
}

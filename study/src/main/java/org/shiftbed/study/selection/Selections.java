package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.plugin.Services;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

/** Every rule there is: ours in the order of listings, then those that plugins add as services of {@link Selection}. */
public final class Selections {
    /** The rule that stands for the one an algorithm declares for itself. */
    public static final String OWN = "own";

    private Selections() {}

    /** All rules but {@link #OWN}, which is none by itself. */
    public static List<Selection> all() {
        List<Selection> all = new ArrayList<>(List.of(
                ValidationScore.ID,
                ValidationScore.OOD,
                ValidationScore.REWEIGHTED,
                ValidationScore.ORACLE_BEST,
                new TrainingDomainValidation(),
                new LeaveOneDomainOut(),
                new TestDomainOracle(),
                new AutoLrTrainingDomainValidation()));
        all.addAll(Services.byName(Selection.class, "selection rule", Selection::name, all)
                .values());
        return List.copyOf(all);
    }

    /** Every name that a study file may give, {@link #OWN} included. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(all().stream().map(Selection::name).toList());
        names.add(OWN);
        return List.copyOf(names);
    }

    /** Every name that a study of this protocol may give, {@link #OWN} included. */
    public static List<String> names(Protocol protocol) {
        List<String> names = new ArrayList<>(all().stream()
                .filter(rule -> rule.protocols().contains(protocol))
                .map(Selection::name)
                .toList());
        names.add(OWN);
        return List.copyOf(names);
    }

    /**
     * Refuses a name that is no rule, or a rule that does not read records of this protocol.
     *
     * @param place where the name stands, for the error
     * @throws UserError with the rules that can be used
     */
    public static void check(String name, Protocol protocol, String place) {
        if (!names().contains(name)) {
            throw Names.unknown(place, "selection rule", name, names(protocol));
        }
        List<String> usable = names(protocol);
        if (!usable.contains(name)) {
            throw new UserError(place + ": rule '" + name + "' does not belong to protocol "
                    + protocol.name().toLowerCase(Locale.ROOT) + "; this study can use " + String.join(", ", usable));
        }
    }

    /**
     * The rule of a name other than {@link #OWN}.
     *
     * @param place where the name stands, for the error
     * @throws org.shiftbed.base.UserError where there is none
     */
    public static Selection require(String name, String place) {
        return all().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Names.unknown(place, "selection rule", name, names()));
    }

    /** The rules of a study that names none; {@link #OWN} is the headline where an algorithm has a form that needs a rule of its own. */
    public static List<String> standard(Protocol protocol, boolean autoLr) {
        if (protocol == Protocol.CONTROLLED) {
            return List.of("id", "oracle-best");
        }
        return autoLr ? List.of(OWN, "iid", "loo", "oracle") : List.of("iid", "loo", "oracle");
    }

    /**
     * The rule that an algorithm declares for itself in one of its forms; where it is not known or declares none of this protocol, the protocol's own
     * ({@code id}, {@code iid}).
     */
    public static Selection declaredBy(String algorithm, String form, Protocol protocol) {
        String standard = protocol == Protocol.DOMAINBED ? "iid" : "id";
        for (AlgorithmFactory factory : Algorithms.all()) {
            if (factory.info().name().equals(algorithm)) {
                for (Selection rule : all()) {
                    // DomainBed's iid and the controlled id are the same idea under two protocols.
                    boolean named = rule.name().equals(factory.selection(form));
                    if (named
                            && rule.protocols().contains(protocol)
                            && !rule.name().equals("id")) {
                        return rule;
                    }
                }
            }
        }
        return require(standard, "selection");
    }
}

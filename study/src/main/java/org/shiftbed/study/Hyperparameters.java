package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/** The members of a search: which hyperparameters each of them has. */
final class Hyperparameters {
    private static final String RATE = "lr";

    private final Study study;
    private final Registry registry;

    Hyperparameters(Study study, Registry registry) {
        this.study = study;
        this.registry = registry;
    }

    /** Checks every name, type and range that a study gives, against every data set of it. */
    static void check(Study study, Registry registry) {
        Hyperparameters all = new Hyperparameters(study, registry);
        if (study.search() instanceof SearchSpec.Grid grid) {
            all.checkAxes(grid);
        }
        for (DatasetSpec dataset : study.datasets()) {
            for (AlgorithmSpec algorithm : study.algorithms()) {
                all.members(dataset, algorithm, 0);
            }
        }
    }

    /**
     * What each member of a search is trained with; the index is its hparams_seed.
     *
     * @param trialSeed DomainBed's; ignored in controlled studies, whose members are shared by all seeds
     */
    List<Map<String, Object>> members(DatasetSpec dataset, AlgorithmSpec algorithm, int trialSeed) {
        HyperparameterSpace space = space(dataset, algorithm);
        SearchSpec search = study.search();
        if (search instanceof SearchSpec.Random random) {
            List<Map<String, Object>> draws = new ArrayList<>();
            for (int i = 0; i < random.draws(); i++) {
                draws.add(space.draw(i, study.protocol() == Protocol.DOMAINBED ? trialSeed : 0));
            }
            return draws;
        }
        if (search instanceof SearchSpec.Grid grid && !grid.axes().isEmpty()) {
            return space.grid(
                    space.axes().stream().filter(grid.axes()::contains).toList(), grid.cap());
        }
        if (search instanceof SearchSpec.Grid grid) {
            List<String> lists = algorithm.given().entrySet().stream()
                    .filter(entry -> entry.getValue().size() > 1)
                    .map(Map.Entry::getKey)
                    .toList();
            // The controlled form declares the study's own grids; DomainBed's choices were never meant as one.
            boolean declared = lists.isEmpty() && algorithm.form().equals("controlled");
            List<String> axes = declared
                    ? space.axes().stream()
                            .filter(name -> !algorithm.given().containsKey(name))
                            .toList()
                    : lists;
            return space.grid(axes, grid.cap());
        }
        return given(space, algorithm, ((SearchSpec.Given) search).members().getOrDefault(algorithm.name(), List.of()));
    }

    /** An axis that no algorithm has is a slip of the pen. */
    private void checkAxes(SearchSpec.Grid grid) {
        Set<String> known = new TreeSet<>();
        for (DatasetSpec dataset : study.datasets()) {
            for (AlgorithmSpec algorithm : study.algorithms()) {
                known.addAll(space(dataset, algorithm).axes());
            }
        }
        for (int i = 0; i < grid.axes().size(); i++) {
            if (!known.contains(grid.axes().get(i))) {
                throw Names.unknown(
                        study.source().place("search.grid.axes[" + i + "]"),
                        "hyperparameter with several values in this study",
                        grid.axes().get(i),
                        known);
            }
        }
    }

    private List<Map<String, Object>> given(
            HyperparameterSpace space, AlgorithmSpec algorithm, List<Map<String, Object>> members) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            String path = "search.given[" + i + "]";
            String byName = "search.given." + algorithm.name() + "[" + i + "]";
            String place = study.source().place(study.source().lines().containsKey(byName) ? byName : path);
            for (Map.Entry<String, Object> entry : members.get(i).entrySet()) {
                if (entry.getValue() instanceof java.util.Collection || entry.getValue() instanceof Map) {
                    throw new UserError(place + ": '" + entry.getKey() + "' must be one value, found "
                            + entry.getValue() + "; a member of a given search is one setting");
                }
            }
            all.add(space.override(members.get(i), place + " of algorithm " + algorithm.name())
                    .defaults());
        }
        return all;
    }

    /** Whether a search of learning rates is one of this algorithm: it declares several, or its study gives it some. */
    boolean searchesRates(AlgorithmSpec algorithm) {
        return algorithm.given().containsKey(RATE)
                || study.datasets().stream()
                        .anyMatch(dataset -> space(dataset, algorithm).axes().contains(RATE));
    }

    /** The names that a study gives an algorithm, beside it or in members of its search. */
    Set<String> written(AlgorithmSpec algorithm) {
        Set<String> names = new TreeSet<>(algorithm.given().keySet());
        if (study.search() instanceof SearchSpec.Given given) {
            given.members().getOrDefault(algorithm.name(), List.of()).forEach(member -> names.addAll(member.keySet()));
        }
        return names;
    }

    /** The space of an algorithm with what the study gives put in. */
    private HyperparameterSpace space(DatasetSpec dataset, AlgorithmSpec algorithm) {
        boolean small = registry.smallImages(dataset);
        HyperparameterSpace own = CommonHyperparameters.under(
                study.protocol(),
                registry.algorithm(algorithm.name())
                        .space(new AlgorithmFactory.SpaceContext(dataset.name(), small, algorithm.form())));
        Set<String> written = written(algorithm);
        HyperparameterSpace space = own.with(extras(algorithm).stream()
                .filter(entry -> written.contains(entry.name()) && own.find(entry.name()) == null)
                .toArray(Hyperparameter[]::new));
        for (Map.Entry<String, List<Object>> given : algorithm.given().entrySet()) {
            String path = algorithm.path() + "." + given.getKey();
            String place = study.source().place(path);
            if (space.find(given.getKey()) == null) {
                List<String> known = new ArrayList<>(
                        space.entries().stream().map(Hyperparameter::name).toList());
                known.addAll(List.of("form", "as", "network"));
                if (study.protocol() == Protocol.CONTROLLED) {
                    known.add("batch");
                }
                extras(algorithm).forEach(entry -> known.add(entry.name()));
                String other = otherForm(dataset, algorithm, small, given.getKey());
                if (other != null) {
                    throw new UserError(place + ": form " + algorithm.form() + " of " + algorithm.name()
                            + " has no hyperparameter '" + given.getKey() + "', its form " + other
                            + " has; write form: " + other + " beside it, or one of "
                            + String.join(", ", known.stream().sorted().toList()));
                }
                throw Names.unknown(
                        place,
                        "hyperparameter of " + algorithm.name() + " under protocol " + TrialJson.lower(study.protocol())
                                + ", form " + algorithm.form(),
                        given.getKey(),
                        known);
            }
            Object value = given.getValue().size() == 1 ? given.getValue().get(0) : given.getValue();
            space = space.override(Map.of(given.getKey(), value), place);
        }
        return space;
    }

    /** What a trial has only where its study gives it: options of the algorithm in its form and, under protocol controlled, those that any takes. */
    private List<Hyperparameter> extras(AlgorithmSpec algorithm) {
        List<Hyperparameter> extras =
                new ArrayList<>(registry.algorithm(algorithm.name()).options(algorithm.form()));
        if (study.protocol() == Protocol.CONTROLLED) {
            extras.addAll(CommonHyperparameters.switches().entries());
        }
        return extras;
    }

    /** A form of the algorithm that has a hyperparameter which its own form has not; null where there is none. */
    private @Nullable String otherForm(DatasetSpec dataset, AlgorithmSpec algorithm, boolean small, String name) {
        AlgorithmFactory factory = registry.algorithm(algorithm.name());
        for (String form : factory.info().forms()) {
            HyperparameterSpace space = CommonHyperparameters.under(
                    study.protocol(), factory.space(new AlgorithmFactory.SpaceContext(dataset.name(), small, form)));
            boolean option = factory.options(form).stream()
                    .anyMatch(entry -> entry.name().equals(name));
            if (!form.equals(algorithm.form()) && (option || space.find(name) != null)) {
                return form;
            }
        }
        return null;
    }
}

package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.Audit;
import org.shiftbed.audit.Condition;
import org.shiftbed.audit.demo.Demo;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditFile;
import org.shiftbed.audit.spec.AuditFlags;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.report.audit.AuditPage;
import org.shiftbed.report.audit.AuditSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code shiftbed audit TABLE}: the worst plausible shift of a model, from a table of its evaluation rows. */
@Command(
        name = "audit",
        description = {
            "Finds the plausible shift that hurts a fixed model most, from a table of evaluation rows: by how much, how sure,",
            "and in plain words. Writes DIR/audit.html (with a live part) and DIR/audit.json. Everything can also stand in a file",
            "(--config, see docs/audit.md); a flag given here replaces what the file says."
        },
        footer = {
            "",
            "Examples:",
            "  shiftbed audit --demo labtest",
            "  shiftbed audit eval.csv --label Y --prediction p --loss log --shift \"O given Y\" --radius 2",
            "  shiftbed audit eval.parquet --config audit.yaml --out audits/spring",
            "  shiftbed audit eval.csv --loss-column error --shift \"age: gaussian\" --fail-if \"worst-loss > 0.3 at radius 1\"",
            "",
            "Exit codes: 0 done; 2 what you gave is wrong; with --fail-if 3 it holds, 0 it does not, 4 the evidence does not suffice."
        })
final class AuditCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(
            paramLabel = "TABLE",
            arity = "0..1",
            description = "A .csv or .parquet file, a folder of such, or a pattern. May stand in the file as `table`.")
    private @Nullable String table;

    @Option(names = "--config", paramLabel = "FILE", description = "An audit.yaml.")
    private @Nullable Path config;

    @Option(
            names = "--demo",
            paramLabel = "NAME",
            description = "An embedded example that needs no input: labtest or faces.")
    private @Nullable String demo;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the answer goes; default: audits/<name of the table>.")
    private @Nullable Path out;

    @Option(
            names = "--loss",
            paramLabel = "KIND",
            description = "zero-one, accuracy, log, brier, squared, absolute, pinball, ratio or column.")
    private @Nullable String loss;

    @Option(names = "--loss-column", paramLabel = "COLUMN", description = "A column that is the loss of the row.")
    private @Nullable String lossColumn;

    @Option(names = "--label", paramLabel = "COLUMN", description = "The true class or value.")
    private @Nullable String label;

    @Option(
            names = "--prediction",
            paramLabel = "COLUMN",
            description = "The prediction or probability; several or `score_*` for classes.")
    private List<String> prediction = new ArrayList<>();

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description =
                    "Of loss ratio: false-positive-rate, false-negative-rate, recall, specificity, precision, f1 or columns.")
    private @Nullable String metric;

    @Option(names = "--numerator", paramLabel = "COLUMN", description = "Of metric columns.")
    private @Nullable String numerator;

    @Option(names = "--denominator", paramLabel = "COLUMN", description = "Of metric columns.")
    private @Nullable String denominator;

    @Option(
            names = "--positive",
            paramLabel = "VALUE",
            description = "The label's value that a probability column speaks of.")
    private @Nullable String positive;

    @Option(
            names = "--threshold",
            paramLabel = "P",
            description = "A probability of at least this much is a decision for the positive class.")
    private @Nullable String threshold;

    @Option(names = "--quantile", paramLabel = "Q", description = "Of loss pinball.")
    private @Nullable String quantile;

    @Option(names = "--clip", paramLabel = "EPS", description = "Keeps probabilities this far away from 0 and 1.")
    private @Nullable String clip;

    @Option(names = "--scale", paramLabel = "SCALE", description = "Of prediction columns: probability or log.")
    private @Nullable String scale;

    @Option(
            names = "--worse",
            paramLabel = "WAY",
            description = "larger or smaller: which way a loss column gets worse.")
    private @Nullable String worse;

    @Option(names = "--weight", paramLabel = "COLUMN", description = "Weights of the rows.")
    private @Nullable String weight;

    @Option(
            names = "--cluster",
            paramLabel = "COLUMN",
            description = "Rows of one value belong together, such as those of a patient.")
    private @Nullable String cluster;

    @Option(
            names = "--shift",
            paramLabel = "SHIFT",
            description =
                    "What may shift: \"O given Y\", \"age: gaussian\", \"ward: categorical given age\". May be given several times.")
    private List<String> shift = new ArrayList<>();

    @Option(
            names = "--target",
            paramLabel = "TARGET",
            description = "A shift in plain terms: \"P(O=1 | Y=1) = 0.52\". May be given several times.")
    private List<String> target = new ArrayList<>();

    @Option(
            names = "--radius",
            paramLabel = "R",
            description = "How large the shift may be; several for a curve. Default: 0.5, 1, 2, 4.")
    private List<String> radius = new ArrayList<>();

    @Option(names = "--freeze", paramLabel = "NAME", description = "A parameter or variable that stays as it is.")
    private List<String> freeze = new ArrayList<>();

    @Option(names = "--limit", paramLabel = "LIMIT", description = "A linear limit: \"O | Y=1 - O | Y=0 <= 0.5\".")
    private List<String> limit = new ArrayList<>();

    @Option(names = "--where", paramLabel = "COLUMN=VALUE", description = "Rows that are used.")
    private List<String> where = new ArrayList<>();

    @Option(
            names = "--against",
            paramLabel = "TABLE",
            description = "A second model on the same rows, compared in pairs.")
    private @Nullable String against;

    @Option(names = "--nuisance", paramLabel = "MODE", description = "auto, none, group, linear, ridge, poly or glm.")
    private @Nullable String nuisance;

    @Option(names = "--degree", paramLabel = "K", description = "Of nuisance poly.")
    private @Nullable String degree;

    @Option(names = "--penalty", paramLabel = "A", description = "Of nuisance ridge.")
    private @Nullable String penalty;

    @Option(
            names = "--folds",
            paramLabel = "K",
            description = "Folds of cross-fitting and of the honest value. Default: 5.")
    private @Nullable String folds;

    @Option(
            names = "--cross-fit",
            paramLabel = "BOOL",
            description = "true or false; default: where the nuisance is a regression.")
    private @Nullable String crossFit;

    @Option(
            names = "--centring",
            paramLabel = "HOW",
            description = "pair, mean or none: what is subtracted from the loss between two variables.")
    private @Nullable String centring;

    @Option(
            names = "--bootstrap",
            paramLabel = "B",
            description = "Replicates; default: 200 up to 200,000 rows, none beyond.")
    private @Nullable String bootstrap;

    @Option(names = "--min-cell", paramLabel = "N", description = "Patterns of fewer rows are marked. Default: 5.")
    private @Nullable String minCell;

    @Option(names = "--level", paramLabel = "P", description = "Of all intervals. Default: 0.95.")
    private @Nullable String level;

    @Option(names = "--seed", paramLabel = "N", description = "Of everything drawn. Default: 0.")
    private @Nullable String seed;

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description =
                    "\"worst-loss > 0.3 at radius 1\", \"worst-accuracy < 0.8 at radius 2\" or \"radius-to(loss 0.3) < 1\".")
    private @Nullable String failIf;

    @Spec
    private CommandSpec spec;

    AuditCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Condition condition = failIf == null ? null : Condition.parse(failIf);
        AuditSpec asked = asked();
        if (condition != null) {
            condition.requireMetric(asked.loss(), asked.worse());
            asked = withRadius(asked, condition.radius());
        }
        Path folder = folder(asked);
        requireFree(folder);
        List<Double> thresholds = condition != null && condition.inverse() ? List.of(condition.level()) : List.of();
        AuditResult result = demo == null
                ? Audit.run(asked, thresholds)
                : Audit.run(
                        asked,
                        Demo.table(
                                demo, Seed.of("demo", demo, asked.estimation().seed())),
                        "demo " + demo,
                        thresholds);
        String html = new AuditPage(result).write();
        Path page = folder.resolve("audit.html");
        try {
            Files.createDirectories(folder);
        } catch (FileSystemException refusal) {
            throw new UserError("--out: the folder " + folder + " cannot be made there; name another", refusal);
        }
        AuditJson.write(result, folder.resolve("audit.json"));
        AtomicFiles.write(page, html);
        here.out().print(AuditSummary.of(result));
        here.out().println();
        here.out().println();
        here.out().println("Report: " + page);
        if (demo != null) {
            truth(demo, result);
        }
        if (condition == null) {
            return ExitCodes.DONE;
        }
        Condition.Outcome outcome = condition.of(result);
        here.out().println(condition.sentence(outcome));
        return switch (outcome) {
            case HOLDS -> ExitCodes.HOLDS;
            case DOES_NOT -> ExitCodes.DONE;
            case OPEN -> ExitCodes.OPEN;
        };
    }

    private AuditSpec asked() {
        Map<String, List<String>> flags = flags();
        if (demo != null) {
            if (table != null
                    || config != null
                    || flags.keySet().stream().anyMatch(name -> !name.equals("radius") && !name.equals("seed"))) {
                throw new UserError(
                        "--demo: brings its own table and question; leave out everything but --out, --radius, --seed and --fail-if");
            }
            return demo(Demo.spec(demo), flags);
        }
        return config == null ? AuditFlags.read(flags) : AuditFile.read(here.path(config.toString()), flags);
    }

    /** The demo's question at the radii and with the seed that were given. */
    private static AuditSpec demo(AuditSpec question, Map<String, List<String>> flags) {
        Map<String, List<String>> all = new LinkedHashMap<>(flags);
        all.put("loss-column", List.of("any"));
        all.put("shift", List.of("any"));
        AuditSpec given = AuditFlags.read(all);
        AuditSpec spec = question.withEstimation(
                question.estimation().withSeed(given.estimation().seed()));
        return flags.containsKey("radius") ? spec.withBudget(given.budget()) : spec;
    }

    /** A demo knows its own law: what the model would really lose at each of the shifts found. */
    private void truth(String name, AuditResult result) {
        List<String> words = new ArrayList<>();
        for (RadiusResult radius : result.radii()) {
            words.add(String.format(
                    Locale.ROOT,
                    "%.4g at radius %s",
                    Demo.truth(name).applyAsDouble(radius.worst().delta()),
                    radius.radius() == Math.rint(radius.radius())
                            ? String.valueOf((long) radius.radius())
                            : String.valueOf(radius.radius())));
        }
        here.out()
                .println("A demo knows its own truth, of which its rows are one sample: "
                        + result.loss().title() + " is "
                        + String.format(
                                Locale.ROOT,
                                "%.4g",
                                Demo.truth(name)
                                        .applyAsDouble(
                                                new double[result.parameters().size()]))
                        + " without a shift. Under the shifts found it would be " + String.join(", ", words) + ".");
    }

    /** The flags that were given, by name; tables from the current folder on. */
    private Map<String, List<String>> flags() {
        ParseResult parsed = spec.commandLine().getParseResult();
        Map<String, List<String>> flags = new LinkedHashMap<>();
        if (table != null) {
            flags.put("table", List.of(here.path(table).toString()));
        }
        for (String name : AuditFlags.names()) {
            if (!name.equals("table") && parsed.hasMatchedOption("--" + name)) {
                Object value = parsed.matchedOption("--" + name).getValue();
                List<String> texts = value instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : List.of(String.valueOf(value));
                flags.put(
                        name,
                        name.equals("against") ? List.of(here.path(texts.get(0)).toString()) : texts);
            }
        }
        return flags;
    }

    private static AuditSpec withRadius(AuditSpec asked, double radius) {
        TreeSet<Double> radii = new TreeSet<>(asked.budget().radii());
        radii.add(radius);
        BudgetSpec budget = asked.budget()
                .withRadii(radii.stream().mapToDouble(Double::doubleValue).toArray());
        return asked.withBudget(budget);
    }

    private Path folder(AuditSpec asked) {
        if (out != null) {
            return here.path(out.toString());
        }
        String name = demo;
        String source = asked.table();
        if (name == null && source != null) {
            Path last = Path.of(source).getFileName();
            name = last == null
                    ? "table"
                    : last.toString()
                            .replaceAll("\\.(csv|parquet)(\\.gz)?$", "")
                            .replaceAll("[^\\w.-]+", "_");
        }
        return here.path("audits").resolve(name == null || name.isBlank() ? "table" : name);
    }

    /** A folder that holds something else stays as it is. */
    private static void requireFree(Path folder) throws IOException {
        for (Path above = folder; above != null; above = above.getParent()) {
            if (Files.exists(above) && !Files.isDirectory(above)) {
                throw new UserError("--out: " + above + " is a file; name a folder");
            }
        }
        if (Files.isDirectory(folder) && !Files.exists(folder.resolve("audit.json"))) {
            try (var entries = Files.list(folder)) {
                // What an attempt that was killed left behind is in nobody's way.
                if (entries.anyMatch(entry -> !AtomicFiles.isPart(entry))) {
                    throw new UserError(
                            "--out: " + folder + " holds something that is not an audit; name another folder");
                }
            }
        }
    }
}

package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.Audit;
import org.shiftbed.audit.Beside;
import org.shiftbed.audit.Condition;
import org.shiftbed.audit.demo.Demo;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.ConditionResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditFile;
import org.shiftbed.audit.spec.AuditFlags;
import org.shiftbed.audit.spec.AuditQuestion;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.report.audit.AuditPage;
import org.shiftbed.report.audit.AuditSummary;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code shiftbed audit TABLE}: the worst plausible shift of a model, from a table of its evaluation rows. */
@Command(
        name = "audit",
        sortOptions = false,
        customSynopsis = "shiftbed audit [TABLE] [OPTION]...",
        description = {
            "Finds the plausible shift that hurts a fixed model most, from a table of evaluation rows: by how much,",
            "how sure, and in plain words. Writes DIR/audit.html (with a live part) and DIR/audit.json. Everything can",
            "also stand in a file (--config, see docs/audit.md); a flag given here replaces what the file says."
        },
        footer = {
            "",
            "Examples:",
            "  shiftbed audit --demo labtest",
            "  shiftbed audit eval.csv --label Y --prediction p --loss log --shift \"O given Y\" --radius 2",
            "  shiftbed audit eval.parquet --config audit.yaml --out audits/spring",
            "  shiftbed audit eval.csv --loss-column error --shift \"age: gaussian\" --fail-if \"worst-loss > 0.3 at radius 1\"",
            "",
            "Exit codes: 0 done; 2 what you gave is wrong; with --fail-if 3 it holds, 0 it does not, 4 the evidence",
            "does not suffice."
        })
final class AuditCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(
            paramLabel = "TABLE",
            arity = "0..1",
            description = "A .csv or .parquet file, a folder of such, or a pattern. May stand in the file (--config).")
    private @Nullable String table;

    @Option(names = "--config", paramLabel = "FILE", description = "An audit.yaml.")
    private @Nullable Path config;

    @Option(
            names = "--demo",
            paramLabel = "NAME",
            arity = "0..1",
            fallbackValue = "",
            completionCandidates = Demos.class,
            description = "An embedded example that needs no input: ${COMPLETION-CANDIDATES}.")
    private @Nullable String demo;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the answer goes; default: audits/<name of the table>.")
    private @Nullable Path out;

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

    /** The command with all of its options. */
    static CommandLine line(Surroundings here) {
        CommandLine line = new CommandLine(new AuditCommand(here));
        AuditOptions.addTo(line.getCommandSpec());
        return line;
    }

    /** Names of the demos, for completion and help. */
    private static final class Demos implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Demo.names().iterator();
        }
    }

    @Override
    public Integer call() throws IOException {
        Condition condition = failIf == null ? null : Condition.parse(failIf);
        AuditQuestion question = question();
        AuditSpec asked = question.spec();
        if (condition != null) {
            condition.requireMetric(asked.loss(), asked.worse());
        }
        Path folder = folder(asked);
        requireFree(folder);
        Beside beside = condition == null ? Beside.nothing() : condition.beside();
        AuditResult answer = question.wording().saying(() -> answer(asked, beside));
        ConditionResult outcome = condition == null ? null : condition.of(answer);
        AuditResult result = outcome == null ? answer : answer.withCondition(outcome);
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
        if (outcome == null) {
            return ExitCodes.DONE;
        }
        here.out().println(outcome.sentence());
        return switch (outcome.outcome()) {
            case HOLDS -> ExitCodes.HOLDS;
            case DOES_NOT -> ExitCodes.DONE;
            case OPEN -> ExitCodes.OPEN;
        };
    }

    private AuditResult answer(AuditSpec asked, Beside beside) {
        if (demo == null) {
            return Audit.run(asked, beside);
        }
        Seed seed = Seed.of("demo", demo, asked.estimation().seed());
        return Audit.run(asked, Demo.table(demo, seed), "demo " + demo, beside);
    }

    private AuditQuestion question() {
        Map<String, List<String>> flags = AuditOptions.given(spec.commandLine().getParseResult(), here);
        if (demo == null) {
            if (table == null && config == null) {
                throw new UserError(
                        "audit: no table is named; give the path of a CSV or Parquet table, or look at --demo "
                                + Demo.names().get(0) + " first");
            }
            return config == null
                    ? AuditFlags.question(flags)
                    : AuditFile.question(here.path(config.toString()), flags);
        }
        if (demo.isEmpty()) {
            throw new UserError("--demo: name one of " + String.join(", ", Demo.names()) + ", as in --demo "
                    + Demo.names().get(0));
        }
        if (config != null || !List.of("radius", "radius-to", "seed").containsAll(flags.keySet())) {
            throw new UserError(
                    "--demo: brings its own table and question; leave out everything but --out, --radius, --radius-to, --seed and --fail-if");
        }
        return demo(Demo.spec(demo), flags);
    }

    /** The demo's question at the radii and with the seed that were given. */
    private static AuditQuestion demo(AuditSpec question, Map<String, List<String>> flags) {
        Map<String, List<String>> all = new LinkedHashMap<>(flags);
        all.put("loss-column", List.of("any"));
        all.put("shift", List.of("any"));
        AuditQuestion given = AuditFlags.question(all);
        AuditSpec spec = question.withEstimation(
                        question.estimation().withSeed(given.spec().estimation().seed()))
                .withPassing(given.spec().passing().toArray(Double[]::new));
        return new AuditQuestion(
                flags.containsKey("radius") ? spec.withBudget(given.spec().budget()) : spec, given.wording());
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

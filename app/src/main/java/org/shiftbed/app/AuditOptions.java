package org.shiftbed.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.audit.spec.AuditFlag;
import org.shiftbed.audit.spec.AuditFlags;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The flags of an audit as options of the command line, in groups: all that {@link AuditFlags} knows, and nothing else. */
final class AuditOptions {
    private static final String TABLE = "table";
    private static final String AGAINST = "against";

    private AuditOptions() {}

    /** Gives a command these options. */
    static void addTo(CommandSpec command) {
        Map<String, ArgGroupSpec.Builder> groups = new LinkedHashMap<>();
        for (AuditFlag flag : AuditFlags.all()) {
            if (!flag.name().equals(TABLE)) {
                groups.computeIfAbsent(
                                flag.group(),
                                heading -> ArgGroupSpec.builder()
                                        .heading("%n" + heading + ":%n")
                                        .order(groups.size())
                                        .validate(false))
                        .addArg(option(flag));
            }
        }
        groups.values().forEach(group -> command.addArgGroup(group.build()));
    }

    /** A list even where one value is right: how often a flag may stand is for {@link AuditFlags} to say. */
    private static OptionSpec option(AuditFlag flag) {
        OptionSpec.Builder option = OptionSpec.builder("--" + flag.name())
                .paramLabel(flag.value())
                .description(flag.help().replace("%", "%%"))
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1");
        return flag.choices().isEmpty()
                ? option.build()
                : option.completionCandidates(flag.choices()).build();
    }

    /** The flags that were given, by name; tables from the current folder on. */
    static Map<String, List<String>> given(ParseResult parsed, Surroundings here) {
        Map<String, List<String>> flags = new LinkedHashMap<>();
        if (parsed.hasMatchedPositional(0)) {
            String table = String.valueOf(parsed.matchedPositional(0).<Object>getValue());
            flags.put(TABLE, List.of(here.path(table).toString()));
        }
        for (AuditFlag flag : AuditFlags.all()) {
            if (!flag.name().equals(TABLE) && parsed.hasMatchedOption("--" + flag.name())) {
                List<String> texts = parsed.matchedOptionValue("--" + flag.name(), List.of());
                boolean path = flag.name().equals(AGAINST);
                flags.put(flag.name(), path ? List.of(here.path(texts.get(0)).toString()) : texts);
            }
        }
        return flags;
    }
}

package org.shiftbed.audit.spec;

import java.util.List;

/**
 * A flag of the command line: the one definition from which it is read, offered and described.
 *
 * @param name without its dashes, such as {@code loss-column}
 * @param value what stands for its value in the help, such as {@code COLUMN}
 * @param group the heading that it stands under in the help
 * @param path of the field of {@code audit.yaml} that it means, such as {@code loss.column}
 * @param help sentences: what it means, its choices, its default
 * @param choices its values where they are few and known; empty otherwise
 * @param repeats whether it may be given several times
 */
public record AuditFlag(
        String name, String value, String group, String path, String help, List<String> choices, boolean repeats) {
    public AuditFlag {
        choices = List.copyOf(choices);
    }
}

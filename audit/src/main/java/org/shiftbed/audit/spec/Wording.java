package org.shiftbed.audit.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Source;

/**
 * Says mistakes in the words of whoever asked. Inside this module a message begins with the path of the field that it is about, as {@code audit.yaml}
 * would write it ({@code loss.clip: ...}, {@code shifts[1].given: ...}, {@code shift 'O'.family: ...}), and names other fields as {@code field
 * 'loss.label'} or, with a value, as {@code 'loss.clip: 1e-15'}. Somebody who gave flags reads {@code --clip}, {@code --shift "O given Y"} and
 * {@code --clip 1e-15} instead; somebody who wrote a file reads its name and line.
 */
public final class Wording {
    /** Words of the solvers, and the fields that they speak of. */
    private static final Map<String, String> SOLVERS = Map.of(
            "limits", "budget.limits",
            "limit", "budget.limits",
            "box", "budget.box",
            "ellipsoid", "budget.ellipsoid",
            "scales", "budget.scaled.scales",
            "radius", "budget.radius");

    private static final Pattern HEAD = Pattern.compile(
            "(audit|shift '.*?'|[a-z]+(?:-[a-z]+)*)((?:\\[\\d+\\])?(?:\\.[a-z]+(?:-[a-z]+)*)*)(?=: | ')");
    private static final Pattern MISSING = Pattern.compile("[a-z]+: field '([a-z.-]+)' is missing");
    private static final Pattern SHIFT = Pattern.compile("shifts\\[(\\d+)\\]");
    private static final Pattern FIELD = Pattern.compile("field '([a-z.-]+)'");
    private static final Pattern SETTING = Pattern.compile("'([a-z]+(?:\\.[a-z-]+)+): ([^']*)'");
    private static final String SHIFT_FLAG = "shift";
    private static final int SHOWN = 120;

    private final Map<String, List<String>> flags;
    private final @Nullable Source file;
    private final Map<String, AuditFlag> byPath = new LinkedHashMap<>();

    /**
     * @param flags that were given, with their values
     * @param file what the rest stands in; null where there are flags only
     */
    Wording(Map<String, List<String>> flags, @Nullable Source file) {
        this.flags = Map.copyOf(flags);
        this.file = file;
        for (AuditFlag flag : AuditFlags.all()) {
            byPath.put(flag.path(), flag);
        }
        byPath.put("budget.radius", flag("radius"));
        byPath.put("budget", flag("radius"));
        byPath.put("loss", flag("loss"));
        byPath.put("estimation", flag("nuisance"));
    }

    private static AuditFlag flag(String name) {
        return AuditFlags.all().stream()
                .filter(flag -> flag.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Does something, and says its mistakes in these words. */
    public <T> T saying(Supplier<T> task) {
        try {
            return task.get();
        } catch (UserError e) {
            String said = say(String.valueOf(e.getMessage()));
            throw said.equals(e.getMessage()) ? e : new UserError(said, e);
        }
    }

    /** A message in these words; one that begins with something else than a field keeps its beginning. */
    String say(String message) {
        Matcher missing = MISSING.matcher(message);
        AuditFlag absent = missing.lookingAt() ? flagOf(missing.group(1)) : null;
        if (absent != null) {
            return "--" + absent.name() + " is missing" + mentions(message.substring(missing.end()));
        }
        Matcher head = HEAD.matcher(message);
        int end = 0;
        String place = "";
        if (head.lookingAt() && !isTable(head.group(1))) {
            String found = place(head.group(1), head.group(2));
            end = found == null ? 0 : head.end();
            place = found == null ? "" : found;
        }
        return place + mentions(message.substring(end));
    }

    /** A table may be called like a field. */
    private boolean isTable(String head) {
        return flags.getOrDefault("table", List.of()).stream()
                .anyMatch(path -> path.equals(head) || path.endsWith("/" + head));
    }

    private @Nullable String place(String head, String rest) {
        if (head.equals("audit")) {
            return file == null ? "audit" : file.file();
        }
        String known = SOLVERS.getOrDefault(head, head) + rest;
        Matcher listed = SHIFT.matcher(known);
        if (head.startsWith("shift '") || listed.lookingAt()) {
            return shift(head, rest, listed);
        }
        if (!byPath.containsKey(known.split("[.\\[]", 2)[0])) {
            return null;
        }
        AuditFlag flag = flagOf(known);
        if (flag != null) {
            return "--" + flag.name();
        }
        return file == null ? known : file.place(known);
    }

    private @Nullable String shift(String head, String rest, Matcher listed) {
        if (!flags.containsKey(SHIFT_FLAG)) {
            return file == null || !listed.lookingAt() ? null : file.place("shifts" + rest);
        }
        if (rest.endsWith(".targets") && flags.containsKey("target")) {
            return "--target";
        }
        List<String> texts = flags.getOrDefault(SHIFT_FLAG, List.of());
        for (int i = 0; i < texts.size(); i++) {
            boolean meant = listed.lookingAt()
                    ? Integer.parseInt(listed.group(1)) == i
                    : head.equals("shift '"
                            + ShiftText.parse(SHIFT_FLAG, texts.get(i)).name() + "'");
            if (meant) {
                int dot = rest.indexOf('.');
                return place(SHIFT_FLAG, texts, i) + (dot < 0 ? "" : ": " + rest.substring(dot + 1));
            }
        }
        return null;
    }

    /** The flag that gives a field or a part of it, or that may give it where there is no file. */
    private @Nullable AuditFlag flagOf(String path) {
        AuditFlag own = byPath.get(path);
        if (file == null || own == null) {
            return parts(path).stream()
                    .filter(flag -> flags.containsKey(flag.name()))
                    .findFirst()
                    .orElse(own);
        }
        boolean written = file.lines().containsKey(path);
        return flags.containsKey(own.name()) && (!written || own.path().equals(path)) ? own : null;
    }

    /** Flags of a field that holds others; those that say of what kind it is come first. */
    private static List<AuditFlag> parts(String path) {
        return AuditFlags.all().stream()
                .filter(flag -> flag.path().startsWith(path + "."))
                .toList();
    }

    private String mentions(String text) {
        if (flags.isEmpty() && file != null) {
            return text;
        }
        String said = SHIFT.matcher(text).replaceAll(found -> {
            String place = place("shifts", "[" + found.group(1) + "]");
            return Matcher.quoteReplacement(place == null ? found.group() : place);
        });
        said = FIELD.matcher(said).replaceAll(found -> {
            AuditFlag flag = flagOf(found.group(1));
            return Matcher.quoteReplacement(flag == null ? found.group() : "--" + flag.name());
        });
        return SETTING.matcher(said).replaceAll(found -> {
            AuditFlag flag = flagOf(found.group(1));
            return Matcher.quoteReplacement(flag == null ? found.group() : "--" + flag.name() + " " + found.group(2));
        });
    }

    /** What a repeated flag is called: a shift as it was typed, with its number where there are several. */
    static String place(String name, List<String> texts, int index) {
        if (!name.equals(SHIFT_FLAG)) {
            return "--" + name;
        }
        String text = texts.get(index);
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN - 1) + "\u2026" : text;
        return "--" + name + " \"" + shown + "\"" + (texts.size() > 1 ? " (" + ordinal(index + 1) + ")" : "");
    }

    private static String ordinal(int number) {
        String end = number % 100 / 10 == 1
                ? "th"
                : switch (number % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
        return number + end;
    }
}

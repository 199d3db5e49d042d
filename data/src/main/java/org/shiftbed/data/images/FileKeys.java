package org.shiftbed.data.images;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file that a key means. In this order: its path below the folder, that without the ending, its name in any sub-folder, that without the
 * ending; then the same with upper and lower case alike. Accented letters may be written either way that Unicode knows. What fits two files is none.
 */
final class FileKeys {
    private static final int AMBIGUOUS = -2;

    private final List<String> files;
    private final String folder;
    private final String last;
    private final List<Form> forms = new ArrayList<>();

    /** One way to write keys; what each means is found out when it is first asked. */
    private final class Form {
        private final UnaryOperator<String> of;
        private @Nullable Map<String, Integer> known;

        Form(UnaryOperator<String> of) {
            this.of = of;
        }

        String of(String path) {
            return of.apply(normal(path));
        }

        @Nullable
        Integer file(String key) {
            if (known == null) {
                known = new HashMap<>(files.size() * 2);
                for (int i = 0; i < files.size(); i++) {
                    known.merge(of(files.get(i)), i, (a, b) -> AMBIGUOUS);
                }
            }
            return known.get(key);
        }
    }

    /**
     * @param folder as given, so that keys which begin with it are understood
     * @param files paths below it
     */
    FileKeys(String folder, List<String> files) {
        this.files = files;
        this.folder = normal(folder.replace('\\', '/')) + "/";
        this.last = name(normal(folder.replace('\\', '/'))) + "/";
        for (boolean alike : new boolean[] {false, true}) {
            forms.add(new Form(path -> cased(path, alike)));
            forms.add(new Form(path -> cased(withoutEnding(path), alike)));
            forms.add(new Form(path -> cased(name(path), alike)));
            forms.add(new Form(path -> cased(withoutEnding(name(path)), alike)));
        }
    }

    /**
     * What a key means.
     *
     * @param file index of the file; -1 where there is none
     * @param several files that it could mean, where it could mean several
     */
    record Match(int file, List<String> several) {
        Match {
            several = List.copyOf(several);
        }
    }

    Match find(String key) {
        String wanted = normal(key.strip().replace('\\', '/'));
        String bare = wanted.startsWith(folder) ? wanted.substring(folder.length()) : wanted;
        while (bare.startsWith("./")) {
            bare = bare.substring(2);
        }
        Match match = match(bare);
        boolean none = match.file() < 0 && match.several().isEmpty();
        return none && bare.startsWith(last) ? match(bare.substring(last.length())) : match;
    }

    private Match match(String key) {
        for (int i = 0; i < forms.size(); i++) {
            Form form = forms.get(i);
            String wanted = cased(key, i >= forms.size() / 2);
            Integer file = form.file(wanted);
            if (file != null && file != AMBIGUOUS) {
                return new Match(file, List.of());
            }
            if (file != null) {
                return new Match(
                        -1,
                        files.stream()
                                .filter(path -> form.of(path).equals(wanted))
                                .toList());
            }
        }
        return new Match(-1, List.of());
    }

    /** The path of a file below the folder. */
    String file(int index) {
        return files.get(index);
    }

    /** The file whose name is most like a key that fits none; null where none is like it. */
    @Nullable
    String nearest(String key) {
        String stem = withoutEnding(name(normal(key))).toLowerCase(Locale.ROOT);
        return files.stream()
                .filter(file -> {
                    String other = withoutEnding(name(normal(file))).toLowerCase(Locale.ROOT);
                    return plain(other).equals(plain(stem)) && !plain(stem).isEmpty();
                })
                .findFirst()
                .orElse(null);
    }

    /** Letters and digits only, leading zeros of numbers dropped. */
    private static String plain(String stem) {
        return stem.replaceAll("[^\\p{L}\\p{N}]+", "").replaceAll("(?<![0-9])0+(?=[0-9])", "");
    }

    private static String normal(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    private static String cased(String text, boolean alike) {
        return alike ? text.toLowerCase(Locale.ROOT) : text;
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String withoutEnding(String path) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/') + 1 ? path.substring(0, dot) : path;
    }
}

package org.shiftbed.data.folders;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.images.Listed;

/**
 * The examples of a folder in their order.
 *
 * <p>Strict: as DomainBed has them. Domains and classes by code point; in a class the folders by their whole path, in each the files by name; hidden ones
 * included. DomainBed numbers classes in each domain anew, so that domains with other classes would shift labels unseen (D04): they are refused.
 *
 * <p>Fixed: hidden files and folders are ignored, numbers in names are ordered as numbers, and one class map is made from all domains.
 *
 * @param domains in their order
 * @param classes in their order
 * @param rows in their order
 * @param notes what a user should be told, one line each
 */
record FolderRows(List<String> domains, List<String> classes, List<Row> rows, List<String> notes) {
    FolderRows {
        domains = List.copyOf(domains);
        classes = List.copyOf(classes);
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
    }

    /**
     * A picture.
     *
     * @param domain index
     * @param label index of the class
     * @param path below the folder of the domains
     */
    record Row(int domain, int label, String path) {}

    /** @throws UserError where domains or classes are not those that were declared, or there is nothing to read */
    static FolderRows of(FolderRequest request, FolderListing listing) {
        return new Ordering(request, listing).rows();
    }

    private static final class Ordering {
        private final FolderRequest request;
        private final FolderListing all;
        private final FolderListing used;
        private final Comparator<String> order;
        private final List<String> notes = new ArrayList<>();

        Ordering(FolderRequest request, FolderListing listing) {
            this.request = request;
            this.all = listing;
            this.used = request.strict() ? listing : listing.visible();
            this.order = request.strict() ? NameOrder.CODE_POINTS : NameOrder.NUMBERS;
        }

        FolderRows rows() {
            List<String> domains = domains();
            Map<String, FolderListing.Domain> byName =
                    used.domains().stream().collect(Collectors.toMap(FolderListing.Domain::name, domain -> domain));
            List<String> classes = classes(domains, byName);
            List<Row> rows = new ArrayList<>();
            for (int d = 0; d < domains.size(); d++) {
                FolderListing.Domain domain = byName.get(domains.get(d));
                for (FolderListing.Class each : domain == null ? List.<FolderListing.Class>of() : domain.classes()) {
                    int label = classes.indexOf(each.name());
                    for (String file : each.files()) {
                        rows.add(new Row(d, label, domains.get(d) + "/" + each.name() + "/" + file));
                    }
                }
            }
            if (rows.isEmpty()) {
                throw new UserError("dir: " + request.dir()
                        + ": holds no picture below folders domain/class, as in photo/dog/1.jpg");
            }
            Comparator<Row> byClass = Comparator.<Row>comparingInt(Row::domain).thenComparingInt(Row::label);
            rows.sort(byClass.thenComparing(request.strict() ? STRICT : FIXED));
            tell(rows, byClass);
            return new FolderRows(domains, classes, rows, notes);
        }

        private List<String> domains() {
            Set<String> found = used.domains().stream()
                    .map(FolderListing.Domain::name)
                    .collect(Collectors.toCollection(() -> new TreeSet<>(order)));
            if (found.isEmpty()) {
                throw new UserError("dir: " + request.dir()
                        + ": holds no folder; write the folder that holds the domains, as in photo/dog/1.jpg");
            }
            if (!request.domains().isEmpty()) {
                declared(
                        "domain",
                        "domains",
                        request.domains(),
                        found,
                        request.dir().toString());
                // A declared order counts, but DomainBed knows only that of names.
                return request.strict() ? List.copyOf(found) : request.domains();
            }
            return List.copyOf(found);
        }

        private List<String> classes(List<String> domains, Map<String, FolderListing.Domain> byName) {
            Map<String, Set<String>> byDomain = new TreeMap<>();
            Set<String> union = new TreeSet<>(order);
            for (String name : domains) {
                FolderListing.Domain domain = byName.get(name);
                Set<String> own = new TreeSet<>(order);
                if (domain != null) {
                    // A folder without a picture is a class of no example.
                    domain.classes().stream()
                            .filter(each -> request.strict() || !each.files().isEmpty())
                            .forEach(each -> own.add(each.name()));
                }
                byDomain.put(name, own);
                union.addAll(own);
            }
            for (String name : domains) {
                Set<String> own = byDomain.getOrDefault(name, Set.of());
                Set<String> missing = new TreeSet<>(order);
                missing.addAll(union);
                missing.removeAll(own);
                if (own.isEmpty()) {
                    throw new UserError("dir: domain '" + name + "' holds no picture below a folder of a class; remove"
                            + " the folder, or fill it");
                }
                if (missing.isEmpty()) {
                    continue;
                }
                String lacks = "domain '" + Listed.oneLine(name) + "' lacks "
                        + (missing.size() == 1 ? "class" : "classes") + " " + Listed.some(List.copyOf(missing));
                if (request.strict()) {
                    throw new UserError(
                            "dir: " + lacks + ", and DomainBed numbers the classes of each domain anew, so that"
                                    + " equal labels would mean different classes (D04); leave 'data' out of strict for one class"
                                    + " map of all domains");
                }
                notes.add(lacks + "; one class map is made from all domains, where DomainBed would number its classes"
                        + " anew (D04)");
            }
            emptyClasses();
            List<String> classes = List.copyOf(union);
            if (!request.classes().isEmpty()) {
                declared(
                        "class",
                        "classes",
                        request.classes(),
                        union,
                        request.dir().toString());
                return request.strict() ? classes : request.classes();
            }
            if (request.classCount() > 0 && classes.size() != request.classCount()) {
                throw new UserError("dir: " + request.name() + " has " + request.classCount() + " classes, found "
                        + classes.size() + " in " + request.dir() + ": " + String.join(", ", classes)
                        + "; a folder is missing, or is one too many");
            }
            return classes;
        }

        /** DomainBed's reader ends at a class without a picture. */
        private void emptyClasses() {
            for (FolderListing.Domain domain : used.domains()) {
                for (FolderListing.Class each : domain.classes()) {
                    if (request.strict() && each.files().isEmpty()) {
                        throw new UserError(
                                "dir: " + domain.name() + "/" + each.name()
                                        + " holds no picture, which DomainBed refuses; remove it, or leave 'data' out of strict");
                    }
                }
            }
        }

        private static void declared(
                String what, String plural, List<String> declared, Collection<String> found, String where) {
            for (String name : declared) {
                if (!found.contains(name)) {
                    throw new UserError(plural + ": " + what + " '" + name + "' is not in " + where + "; "
                            + Names.suggest(name, found));
                }
            }
            for (String name : found) {
                if (!declared.contains(name)) {
                    throw new UserError(plural + ": " + where + " holds " + what + " '" + Listed.oneLine(name)
                            + "', which is not declared: " + String.join(", ", declared) + "; remove the folder, or"
                            + " declare it");
                }
            }
        }

        private void tell(List<Row> rows, Comparator<Row> byClass) {
            if (!all.loops().isEmpty()) {
                notes.add(Listed.count(all.loops().size(), "link") + " to a folder above it not followed: "
                        + Listed.some(all.loops()));
            }
            if (request.strict()) {
                return;
            }
            if (!all.hidden().isEmpty()) {
                int hidden = all.hidden().size();
                notes.add((hidden == 1 ? "1 hidden file or folder" : hidden + " hidden files or folders")
                        + " ignored, which DomainBed would read: " + Listed.some(all.hidden()));
            }
            List<Row> theirs =
                    rows.stream().sorted(byClass.thenComparing(STRICT)).toList();
            long moved = IntStream.range(0, rows.size())
                    .filter(i -> !rows.get(i).equals(theirs.get(i)))
                    .count();
            List<String> words = new ArrayList<>();
            if (moved > 0) {
                words.add(moved + " of " + rows.size() + " examples");
            }
            LinkedHashSet<String> lists = new LinkedHashSet<>();
            for (List<String> names : List.of(namesOfDomains(rows), namesOfClasses(rows))) {
                lists.addAll(
                        names.equals(names.stream()
                                        .sorted(NameOrder.CODE_POINTS)
                                        .toList())
                                ? List.of()
                                : names);
            }
            if (!lists.isEmpty()) {
                words.add("the folders " + String.join(", ", lists));
            }
            if (!words.isEmpty()) {
                notes.add("numbers in names are ordered as numbers: " + String.join(" and ", words)
                        + " stand elsewhere than in DomainBed's order");
            }
        }

        private static List<String> namesOfDomains(List<Row> rows) {
            return rows.stream().map(row -> row.path().split("/")[0]).distinct().toList();
        }

        private static List<String> namesOfClasses(List<Row> rows) {
            return rows.stream()
                    .sorted(Comparator.comparingInt(Row::label))
                    .map(row -> row.path().split("/")[1])
                    .distinct()
                    .toList();
        }
    }

    /** Of one class: folders by their whole path, then names. */
    private static final Comparator<Row> STRICT = Comparator.comparing(
                    (Row row) -> row.path().substring(0, row.path().lastIndexOf('/')), NameOrder.CODE_POINTS)
            .thenComparing(row -> row.path().substring(row.path().lastIndexOf('/') + 1), NameOrder.CODE_POINTS);

    /** Of one class: the files of a folder before those of its sub-folders, numbers as numbers. */
    private static final Comparator<Row> FIXED = (a, b) -> {
        String[] left = a.path().split("/");
        String[] right = b.path().split("/");
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            boolean lastLeft = i == left.length - 1;
            boolean lastRight = i == right.length - 1;
            int order = lastLeft == lastRight
                    ? NameOrder.NUMBERS.compare(left[i], right[i])
                    : Boolean.compare(lastRight, lastLeft);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    };
}

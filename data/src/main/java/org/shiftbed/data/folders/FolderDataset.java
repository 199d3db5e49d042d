package org.shiftbed.data.folders;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Originals;
import org.shiftbed.data.Progress;
import org.shiftbed.data.Transforms;
import org.shiftbed.data.images.FileHashes;
import org.shiftbed.data.images.Listed;
import org.shiftbed.data.images.Pack;
import org.shiftbed.data.images.Packs;
import org.shiftbed.data.images.Pixels;

/** A folder {@code domain/class/picture}, every picture resized to one square as Pillow does it. */
final class FolderDataset implements Dataset {
    /** The attribute of the environments. */
    static final String DOMAIN = "domain";

    /** The attribute that is predicted. */
    static final String CLASS = "class";

    /** Raised when the same files and parameters would give other attributes. */
    private static final int VERSION = 1;

    private final FolderRequest request;
    private final Path cache;
    private final Progress progress;
    private final List<String> files;
    private final List<String> hashes;
    private final Pack pack;
    private final int[] slots;
    private final ImageShape shape;
    private final AttributeTable attributes;
    private final List<String> notes;
    private final List<String> leftOut;
    private final Map<String, String> provenance;
    private final String fingerprint;
    private @Nullable Originals originals;

    private FolderDataset(
            FolderRequest request,
            Path cache,
            Progress progress,
            FolderRows listed,
            @Nullable Exclusions exclusions,
            List<String> hashes,
            Pack pack) {
        List<FolderRows.Row> rows = listed.rows();
        this.request = request;
        this.cache = cache;
        this.progress = progress;
        this.files = rows.stream().map(FolderRows.Row::path).toList();
        this.hashes = hashes;
        this.pack = pack;
        this.slots = IntStream.range(0, pack.files()).filter(pack::readable).toArray();
        this.shape = new ImageShape(3, request.side(), request.side());
        this.attributes = attributes(listed);
        this.leftOut = IntStream.of(pack.unreadable())
                .mapToObj(slot -> files.get(slot) + " " + pack.cause(slot))
                .toList();
        this.notes = notes(listed);
        this.provenance = provenance(exclusions);
        this.fingerprint = new Fingerprint()
                .add(List.of("folders", shape.toString()))
                .add(new int[] {VERSION, request.bound()})
                .add(listed.domains())
                .add(listed.classes())
                .add(attributes.column(DOMAIN))
                .add(attributes.column(CLASS))
                .add(pack.digest())
                // Random crops are of the files' own pixels, which the resized ones do not tell.
                .add(IntStream.of(slots).mapToObj(hashes::get).toList())
                .hex();
    }

    /**
     * Lists the folder, and decodes what is not in the cache yet.
     *
     * @param cache folder of hashes and packs
     * @param progress hears of files that are read and decoded
     * @throws UserError where something is missing, does not fit, or is damaged and refused; it begins with the data set's name and a parameter
     */
    static FolderDataset open(FolderRequest request, Path cache, Progress progress) {
        try {
            FolderListing listing = FolderListing.read(request.dir());
            FolderRows listed = FolderRows.of(request, listing);
            Path exclude = request.exclude();
            Exclusions exclusions = exclude == null ? null : Exclusions.read(exclude, request.excludeSha256());
            if (exclusions != null) {
                listed = without(exclusions, listed);
            }
            List<String> files =
                    listed.rows().stream().map(FolderRows.Row::path).toList();
            List<String> hashes = new FileHashes(request.dir(), cache, progress).of(files);
            Pack pack = new Packs(cache, pixels(request, Pixels.Fit.SQUARE, request.side()), WAY_OUT, progress)
                    .open(request.dir(), files, hashes, request.refuseBroken());
            if (pack.unreadable().length == files.size()) {
                throw new UserError("dir: " + request.dir() + ": none of its pictures can be decoded: " + files.get(0)
                        + " " + pack.cause(0));
            }
            return new FolderDataset(request, cache, progress, listed, exclusions, hashes, pack);
        } catch (UserError e) {
            throw new UserError(request.name() + ": " + e.getMessage(), e);
        }
    }

    private static final UnaryOperator<String> WAY_OUT = what -> what + ", or write broken: skip";

    private static FolderRows without(Exclusions exclusions, FolderRows listed) {
        List<FolderRows.Row> kept = exclusions.kept(listed.rows());
        List<String> notes = new ArrayList<>(listed.notes());
        notes.add((listed.rows().size() - kept.size()) + " of "
                + Listed.count(listed.rows().size(), "picture") + " left out by the list of "
                + exclusions.paths().size() + " paths with SHA-256 " + exclusions.sha256());
        if (kept.isEmpty()) {
            throw new UserError("exclude: the list leaves no picture");
        }
        return new FolderRows(listed.domains(), listed.classes(), kept, notes);
    }

    /** Pillow neither turns pictures by their EXIF note nor lays transparent pixels over a background when it makes them RGB. */
    private static Pixels pixels(FolderRequest request, Pixels.Fit fit, int side) {
        return new Pixels(fit, side, 3, true, null, !request.strict());
    }

    private AttributeTable attributes(FolderRows listed) {
        int[] domains = new int[slots.length];
        int[] classes = new int[slots.length];
        int[] groups = new int[slots.length];
        int[] rowOf = new int[pack.files()];
        for (int i = 0; i < slots.length; i++) {
            FolderRows.Row row = listed.rows().get(slots[i]);
            rowOf[slots[i]] = i;
            domains[i] = row.domain();
            classes[i] = row.label();
            groups[i] = rowOf[pack.first(slots[i])];
        }
        return new AttributeTable(
                List.of(new Attribute(CLASS, listed.classes()), new Attribute(DOMAIN, listed.domains())),
                Map.of(DOMAIN, domains, CLASS, classes),
                groups);
    }

    private List<String> notes(FolderRows listed) {
        List<String> all = new ArrayList<>(listed.notes());
        if (!leftOut.isEmpty()) {
            all.add(Listed.count(leftOut.size(), "picture") + " of " + files.size()
                    + " that cannot be decoded left out: " + Listed.some(leftOut));
        }
        if (request.rows() > 0 && slots.length != request.rows()) {
            all.add("has " + slots.length + " pictures, and published results are of " + request.rows());
        }
        int twins = differingTwins();
        if (twins > 0) {
            all.add(Listed.count(twins, "picture")
                    + " with the pixels of one in another class; `shiftbed data inspect` names them");
        }
        return List.copyOf(all);
    }

    private int differingTwins() {
        int[] classes = attributes.column(CLASS);
        int[] groups = attributes.groups();
        return (int) IntStream.range(0, slots.length)
                .filter(row -> classes[row] != classes[groups[row]])
                .count();
    }

    private Map<String, String> provenance(@Nullable Exclusions exclusions) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("order", request.strict() ? "DomainBed's" : "numbers in names as numbers");
        all.put(
                "decoder",
                "Java " + Runtime.version().feature()
                        + " ImageIO, TwelveMonkeys for JPEG, TIFF and WebP, EXIF orientation "
                        + (request.strict() ? "ignored" : "applied"));
        if (exclusions != null) {
            all.put("exclude_sha256", exclusions.sha256());
        }
        return all;
    }

    @Override
    public String name() {
        return request.name();
    }

    @Override
    public ImageShape shape() {
        return shape;
    }

    @Override
    public int size() {
        return slots.length;
    }

    @Override
    public AttributeTable attributes() {
        return attributes;
    }

    @Override
    public String label() {
        return CLASS;
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    public void read(int[] rows, int from, int count, ByteBuffer target) {
        for (int i = from; i < from + count; i++) {
            pack.read(slots[rows[i]], target);
        }
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public List<String> leftOut() {
        return leftOut;
    }

    @Override
    public Map<String, String> provenance() {
        return provenance;
    }

    @Override
    public Transforms transforms() {
        return Transforms.FOLDERS;
    }

    @Override
    public String describe(int row) {
        return files.get(slots[row]);
    }

    @Override
    public synchronized Originals originals() {
        if (originals == null) {
            Pack own;
            try {
                own = new Packs(cache, pixels(request, Pixels.Fit.BOUNDED, request.bound()), WAY_OUT, progress)
                        .open(request.dir(), files, hashes, request.refuseBroken());
            } catch (UserError e) {
                throw new UserError(request.name() + ": " + e.getMessage(), e);
            }
            originals = new PackedOriginals(own, slots);
        }
        return originals;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record PackedOriginals(Pack pack, int[] slots) implements Originals {
        @Override
        public ImageShape shape(int row) {
            return new ImageShape(pack.channels(), pack.height(slots[row]), pack.width(slots[row]));
        }

        @Override
        public void read(int row, byte[] target) {
            pack.read(slots[row], target);
        }
    }

    @Override
    public void close() {}
}

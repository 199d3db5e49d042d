package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** What the factories of all kinds here share: strict reading of the common fields, and the way back from stored parameters. */
abstract class KindFactory implements ShiftFactory {
    /** The cap of the weights of the sampler {@code importance}: {@code wMax} of {@code controlled-shifts.md} 1.7. */
    static final String MAX_WEIGHT = "max-weight";

    private static final double LARGEST_CAP = 1e6;

    /** Fields of every kind. */
    static final List<Field> COMMON = List.of(
            new Field(
                    "environments",
                    "the name of an attribute",
                    "the shifted attribute, else the data set's domain",
                    "the attribute whose values are the environments"),
            new Field("sampler", "parts, importance or none", "parts", "how likely a training row is drawn"),
            new Field(
                    MAX_WEIGHT,
                    "a number between 0 and 1000000",
                    "no cap",
                    "the most that a weight of sampler importance may be, before normalising: 1 is a row drawn as often as"
                            + " without weights"),
            new Field("label", "the name of an attribute", "the study's", "the attribute to predict under this shift"),
            new Field(
                    "clip",
                    "true or false",
                    "false",
                    "take what the pool holds where more rows are asked for, and count it"));

    /** The shifted attribute, as most kinds take it. */
    static final Field ATTRIBUTE =
            new Field("attribute", "the name of an attribute", "", "the attribute along which the data shift");

    private static final List<String> SAMPLERS = List.of("parts", "importance", "none");

    private final String kind;
    private final String summary;
    private final List<Field> own;
    private final List<String> axes;

    KindFactory(String kind, String summary, List<Field> own, List<String> axes) {
        this.kind = kind;
        this.summary = summary;
        this.own = own;
        this.axes = axes;
    }

    /** Makes the shift; the common fields are in the frame, but for the environments where the study file is silent. */
    abstract Shift make(Fields fields, FrameMaker frames);

    /** Gives the frame once the kind knows which environments it has by default. */
    interface FrameMaker {
        /**
         * @param shifted attribute of the shift; null: the data set's domain, if it has one
         */
        Frame frame(@Nullable String shifted);
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public List<Field> fields() {
        return own;
    }

    @Override
    public List<String> axes() {
        return axes;
    }

    @Override
    public Shift create(Request request) {
        List<String> known = new ArrayList<>();
        own.forEach(field -> known.add(field.name()));
        COMMON.forEach(field -> known.add(field.name()));
        Fields fields = new Fields(kind, request.fields(), known);
        String label = fields.has("label") ? fields.text("label", "the name of an attribute") : request.label();
        String environments = fields.textOrNull("environments", "the name of an attribute");
        String given = environments == null ? request.environments() : environments;
        String sampler = fields.has("sampler") ? fields.text("sampler", "one of " + SAMPLERS) : "parts";
        if (!SAMPLERS.contains(sampler)) {
            throw Names.unknown(kind + ": sampler", "sampler", sampler, SAMPLERS);
        }
        SamplingWeights weights = SamplingWeights.valueOf(sampler.toUpperCase(Locale.ROOT));
        double maxWeight = fields.decimal(MAX_WEIGHT, Double.POSITIVE_INFINITY, 0, LARGEST_CAP);
        if (fields.has(MAX_WEIGHT) && weights != SamplingWeights.IMPORTANCE) {
            throw new UserError(
                    kind + ": " + MAX_WEIGHT + ": caps the weights of sampler 'importance', this sampler is '" + sampler
                            + "'; write sampler: importance, or leave " + MAX_WEIGHT + " out");
        }
        boolean clip = fields.flag("clip", false);
        return make(fields, shifted -> {
            String standard = shifted == null ? request.domain() : shifted;
            return new Frame(
                    request.dataset(),
                    label,
                    given == null ? standard : given,
                    weights,
                    maxWeight,
                    clip,
                    new Conditions(
                            request.conditions().size(),
                            request.conditions().noise().of(label)));
        });
    }

    @Override
    public Shift restore(Map<String, Object> parameters) {
        LinkedHashMap<String, Object> fields = new LinkedHashMap<>(parameters);
        Object dataset = fields.remove("dataset");
        Object label = fields.remove("label");
        Object size = fields.remove("size");
        Object noise = fields.remove("noise");
        Object frozen = fields.remove("noise-frozen");
        Object corrupted = fields.remove("noise-attribute");
        Object matrix = fields.remove("noise-confusion");
        if (!(dataset instanceof String data && label instanceof String predicted)
                || !(size instanceof Number rows && noise instanceof Number p && frozen instanceof Boolean once)) {
            throw new UserError(
                    kind + ": stored parameters need dataset, label, size, noise and noise-frozen, got " + parameters);
        }
        List<List<Double>> confusion = new ArrayList<>();
        for (Object row : matrix instanceof List<?> lines ? lines : List.of()) {
            confusion.add(((List<?>) row)
                    .stream().map(value -> ((Number) value).doubleValue()).toList());
        }
        String attribute = corrupted instanceof String name ? name : null;
        Conditions conditions =
                new Conditions(rows.intValue(), new LabelNoise(p.doubleValue(), once, attribute, confusion));
        return create(new Request(data, predicted, null, null, fields, conditions));
    }
}

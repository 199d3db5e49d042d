package org.shiftbed.base.file;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Takes the parser's nodes over. Anchors are followed; one that contains itself, or that multiplies without end, is refused. */
final class YamlNodes {
    private static final int MOST_NODES = 100_000;
    private static final int DEEPEST = 40;
    private final String file;
    private final String one;
    private int taken;
    private int depth;
    private String path = "";

    /** @param one such file in words: {@code a study file} */
    YamlNodes(String file, String one) {
        this.file = file;
        this.one = one;
    }

    YamlNode take(Node node) {
        if (++taken > MOST_NODES || depth > DEEPEST) {
            throw error(node, "an anchor contains itself or is repeated without end");
        }
        depth++;
        try {
            if (node instanceof SequenceNode sequence) {
                standard(node, Tag.SEQ);
                List<YamlNode> items = new ArrayList<>();
                String outer = path;
                for (Node item : sequence.getValue()) {
                    path = outer + "[" + items.size() + "]";
                    items.add(take(item));
                }
                path = outer;
                return new YamlNode.Sequence(items, line(node));
            }
            if (node instanceof MappingNode mapping) {
                standard(node, Tag.MAP);
                return mapping(mapping);
            }
            if (node instanceof ScalarNode scalar) {
                return new YamlNode.Scalar(scalar(scalar), line(node));
            }
            throw error(node, "an anchor contains itself");
        } finally {
            depth--;
        }
    }

    private YamlNode mapping(MappingNode mapping) {
        Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode name)) {
                throw error(tuple.getKeyNode(), "the name of a field must be one word");
            }
            String key = name.getValue();
            if (key.isEmpty()) {
                throw error(name, "a field has no name before its ':'");
            }
            YamlNode.Entry first = entries.get(key);
            if (first != null) {
                throw error(
                        name,
                        "field '" + YamlNode.oneLine(key) + "' is written twice, first in line " + first.line()
                                + "; keep one of them");
            }
            String outer = path;
            path = outer.isEmpty() ? key : outer + "." + key;
            entries.put(key, new YamlNode.Entry(key, line(name), take(tuple.getValueNode())));
            path = outer;
        }
        return new YamlNode.Mapping(new ArrayList<>(entries.values()), line(mapping));
    }

    private @Nullable Object scalar(ScalarNode node) {
        String text = node.getValue();
        Tag tag = node.getTag();
        if (tag.equals(Tag.STR)) {
            return text;
        }
        if (tag.equals(Tag.NULL)) {
            return null;
        }
        if (tag.equals(Tag.BOOL)) {
            return Boolean.valueOf(text);
        }
        if (tag.equals(Tag.INT)) {
            return whole(node, text);
        }
        if (tag.equals(Tag.FLOAT)) {
            return decimal(node, text);
        }
        throw error(node, "tag " + tag.getValue() + " is not used in " + one + "; write plain values");
    }

    private Object whole(ScalarNode node, String text) {
        try {
            String digits = text.replaceFirst("^([-+]?)0[ox]", "$1");
            int radix = text.matches("[-+]?0x.*") ? 16 : text.matches("[-+]?0o.*") ? 8 : 10;
            return new BigInteger(digits.startsWith("+") ? digits.substring(1) : digits, radix).longValueExact();
        } catch (ArithmeticException e) {
            throw wrong(node, "the number " + YamlNode.oneLine(text) + " is too large");
        } catch (NumberFormatException e) {
            throw wrong(node, "'" + YamlNode.oneLine(text) + "' is not a whole number");
        }
    }

    private Object decimal(ScalarNode node, String text) {
        String word = text.toLowerCase(java.util.Locale.ROOT);
        if (word.endsWith(".inf") || word.endsWith(".nan")) {
            throw wrong(node, "a number must be finite, found " + text);
        }
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw wrong(node, "the number " + YamlNode.oneLine(text) + " is too large");
        }
        return value;
    }

    private void standard(Node node, Tag tag) {
        if (!node.getTag().equals(tag)) {
            throw error(node, "tag " + node.getTag().getValue() + " is not used in " + one + "; write plain values");
        }
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    /** A value that is wrong: the error names its field. */
    private UserError wrong(Node node, String message) {
        return error(node, path.isEmpty() ? message : YamlNode.oneLine(path) + ": " + message);
    }

    private UserError error(Node node, String message) {
        return new UserError(file + ", line " + line(node) + ": " + message);
    }
}

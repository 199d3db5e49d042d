package org.shiftbed.base.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.shiftbed.base.UserError;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads a file that people write into {@link YamlNode} values: YAML 1.2, one document, UTF-8, names unique, no tags.
 *
 * @param kind what the file is called in messages: {@code study file}
 * @param start where one without a file begins: {@code 'shiftbed init' writes a study file to start from}
 */
public record YamlFile(String kind, String start) {
    /** No such file comes near it; a data set given by mistake does. */
    private static final long LARGEST = 1 << 20;

    /**
     * Reads a file.
     *
     * @throws UserError where it is missing, a folder, not readable, empty, not UTF-8, not YAML, or names a field twice; the message gives the
     *     line
     */
    public YamlNode read(Path file) {
        return parse(text(file), file.toString());
    }

    /**
     * Reads a text.
     *
     * @param name of the file, for errors
     * @throws UserError as {@link #read}
     */
    public YamlNode parse(String text, String name) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                // Twice the same name is found when nodes are taken over, where its line is known.
                .setAllowDuplicateKeys(true)
                .setAllowNonScalarKeys(true)
                .build();
        try {
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                throw new UserError(name + ": is empty; " + start);
            }
            return new YamlNodes(name, one()).take(root.get());
        } catch (MarkedYamlEngineException e) {
            throw new UserError(marked(e, name), e);
        } catch (ReaderException e) {
            int line = 1
                    + (int) text.codePoints()
                            .limit(Math.max(0, e.getPosition()))
                            .filter(c -> c == '\n')
                            .count();
            throw new UserError(
                    name + ", line " + line + ": not YAML: character U+" + String.format("%04X", e.getCodePoint())
                            + " is not allowed in a text file",
                    e);
        } catch (StackOverflowError e) {
            // The parser goes down one call a level.
            throw new UserError(
                    name + ": is nested too deeply for " + one() + "; a field lies at most a few levels deep", e);
        } catch (YamlEngineException e) {
            throw new UserError(name + ": not YAML: " + YamlNode.oneLine(String.valueOf(e.getMessage())), e);
        }
    }

    private String one() {
        return ("aeiou".indexOf(kind.charAt(0)) < 0 ? "a " : "an ") + kind;
    }

    private String marked(MarkedYamlEngineException e, String name) {
        Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
        String problem = String.valueOf(e.getProblem());
        String place = mark.map(m -> name + ", line " + (m.getLine() + 1)).orElse(name);
        if (problem.contains("TAB")) {
            return place + ": not YAML: a tab cannot indent; use spaces";
        }
        if (problem.contains("but found another document")) {
            return place + ": a second document ('---') begins here; " + one() + " is one document";
        }
        String context = e.getContext() == null ? "" : " (" + e.getContext() + ")";
        return place + ": not YAML: " + flat(problem) + flat(context);
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private String text(Path file) {
        byte[] bytes;
        try {
            if (Files.isDirectory(file)) {
                throw new UserError(file + ": is a folder; give the " + kind + " inside it");
            }
            if (Files.exists(file) && Files.size(file) > LARGEST) {
                throw new UserError(file + ": is larger than 1 MiB; " + one() + " is a short text");
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new UserError(file + ": no such file; " + start, e);
        } catch (AccessDeniedException e) {
            throw new UserError(file + ": cannot be read: permission denied", e);
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read: " + YamlNode.oneLine(String.valueOf(e.getMessage())), e);
        }
        ByteBuffer input = ByteBuffer.wrap(bytes);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(input)
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            int line = 1;
            for (int i = 0; i < input.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw new UserError(file + ", line " + line + ": not UTF-8 text; " + one() + " is YAML", e);
        }
    }
}

package org.shiftbed.learn.weights;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.weights.Pickled.Dictionary;
import org.shiftbed.learn.weights.Pickled.Global;
import org.shiftbed.learn.weights.Pickled.Module;
import org.shiftbed.learn.weights.Pickled.Nothing;
import org.shiftbed.learn.weights.Pickled.Sequence;
import org.shiftbed.learn.weights.Pickled.Storage;

/**
 * Reads the part of Python's pickle language that {@code torch.save} and TorchScript use for tensors (protocols 2 to 5), and nothing else: an
 * operation or a name outside it is refused. A pickle is a program for a stack machine; this one knows containers, numbers, text and the names of
 * {@link TorchGlobals}, so no pickle can make it do more than build those.
 */
final class PickleReader {
    /** Values that a pickle may push: a state dict pushes about thirty a tensor. */
    private static final int MOST_VALUES = 2_000_000;

    private static final int LONGEST_NAME = 1000;
    private static final int DEEPEST = 1000;

    private final Path file;
    private final boolean script;
    private final ByteBuffer in;
    private final List<Object> stack = new ArrayList<>();
    private final List<Integer> marks = new ArrayList<>();
    private final Map<Integer, Object> memo = new HashMap<>();
    private int pushed;

    /**
     * @param file for messages
     * @param script whether the names of TorchScript are allowed too
     */
    PickleReader(byte[] pickle, Path file, boolean script) {
        this.file = file;
        this.script = script;
        this.in = ByteBuffer.wrap(pickle).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The value that the pickle builds.
     *
     * @throws UserError where it does not stay within the language
     */
    Object read() {
        try {
            while (true) {
                int code = in.get() & 0xff;
                if (code == '.') {
                    Object value = pop();
                    if (!stack.isEmpty() || !marks.isEmpty()) {
                        throw damaged("values are left when it ends");
                    }
                    return value;
                }
                step(code);
            }
        } catch (BufferUnderflowException e) {
            throw new UserError(file + ": its pickle is cut; copy the file again", e);
        }
    }

    private void step(int code) {
        switch (code) {
            case 0x80 -> protocol(in.get() & 0xff);
            case 0x95 -> in.getLong(); // FRAME: a hint for readers of streams
            case '(' -> mark();
            case '0' -> pop();
            case 'N' -> push(Nothing.NONE);
            case 0x88 -> push(true);
            case 0x89 -> push(false);
            case 'K' -> push((long) (in.get() & 0xff));
            case 'M' -> push((long) (in.getShort() & 0xffff));
            case 'J' -> push((long) in.getInt());
            case 0x8a -> push(longOfBytes(in.get() & 0xff));
            case 'G' -> push(Double.longBitsToDouble(Long.reverseBytes(in.getLong())));
            case 'X' -> push(text(in.getInt()));
            case 0x8c -> push(text(in.get() & 0xff));
            case ')' -> push(new Sequence(List.of()));
            case ']' -> push(new Sequence(List.of()));
            case 't' -> push(new Sequence(popToMark()));
            case 0x85 -> push(new Sequence(pop(1)));
            case 0x86 -> push(new Sequence(pop(2)));
            case 0x87 -> push(new Sequence(pop(3)));
            case 'a' -> append(pop(1));
            case 'e' -> append(popToMark());
            case '}' -> push(new Dictionary());
            case 's' -> setItems(pop(2));
            case 'u' -> setItems(popToMark());
            case 'q' -> keep(in.get() & 0xff);
            case 'r' -> keep(in.getInt());
            case 0x94 -> keep(memo.size());
            case 'h' -> recall(in.get() & 0xff);
            case 'j' -> recall(in.getInt());
            case 'c' -> global(line() + "." + line());
            case 0x93 -> globalOfStack();
            case 'Q' -> persistent();
            case 'R' -> reduce();
            case 0x81 -> make();
            case 'b' -> build();
            default ->
                throw new UserError(String.format(
                        "%s: its pickle uses operation 0x%02x, which no state dict needs and which is not read here; %s",
                        file, code, TensorFile.WAY_OUT));
        }
    }

    private void protocol(int version) {
        if (version < 2 || version > 5) {
            throw new UserError(
                    file + ": its pickle is of protocol " + version + ", known are 2 to 5; " + TensorFile.WAY_OUT);
        }
    }

    private long longOfBytes(int count) {
        if (count > 8) {
            throw damaged("a whole number has " + count + " bytes, at most 8 make sense");
        }
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (in.get() & 0xffL) << (8 * i);
        }
        // Two's complement of as many bytes as there are.
        int spare = 64 - 8 * count;
        return count == 0 ? 0 : value << spare >> spare;
    }

    private String text(int length) {
        if (length < 0 || length > in.remaining()) {
            throw damaged("a text is longer than what is left");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        for (int c = in.get() & 0xff; c != '\n'; c = in.get() & 0xff) {
            if (line.length() == LONGEST_NAME) {
                throw damaged("a name is longer than " + LONGEST_NAME + " characters");
            }
            line.append((char) c);
        }
        return line.toString();
    }

    private void global(String name) {
        if (!TorchGlobals.known(name, script)) {
            throw new UserError(file + ": its pickle asks for '" + shown(name)
                    + "', which is not part of a state dict of tensors and is never run here; " + TensorFile.WAY_OUT);
        }
        push(new Global(name));
    }

    private void globalOfStack() {
        List<Object> both = pop(2);
        if (!(both.get(0) instanceof String module) || !(both.get(1) instanceof String name)) {
            throw damaged("a name is not text");
        }
        global(module + "." + name);
    }

    private void persistent() {
        Storage storage = pop() instanceof Sequence id ? TorchGlobals.storage(id.items()) : null;
        if (storage == null) {
            throw damaged("a reference to data is not ('storage', type, key, device, number of elements)");
        }
        push(storage);
    }

    private void reduce() {
        List<Object> both = pop(2);
        Object made = both.get(0) instanceof Global global && both.get(1) instanceof Sequence arguments
                ? TorchGlobals.call(global.name(), arguments.items())
                : null;
        if (made == null) {
            String what = both.get(0) instanceof Global global ? "'" + global.name() + "'" : "what is no function";
            throw damaged("it calls " + what + " with arguments that do not fit");
        }
        push(made);
    }

    private void make() {
        List<Object> both = pop(2);
        if (!(both.get(0) instanceof Global global)
                || !TorchGlobals.isModule(global.name())
                || !(both.get(1) instanceof Sequence arguments)
                || !arguments.items().isEmpty()) {
            throw damaged("it makes an object of what is no module");
        }
        push(new Module());
    }

    private void build() {
        Object state = pop();
        Object target = top();
        if (target instanceof Module module && state instanceof Dictionary attributes) {
            module.attributes(attributes);
        } else if (!(target instanceof Dictionary)) {
            // The state of a dictionary is torch's note of versions: nothing in it changes the tensors.
            throw damaged("it sets the state of what has none");
        }
    }

    private void append(List<Object> items) {
        if (!(top() instanceof Sequence list)) {
            throw damaged("it appends to what is no list");
        }
        list.items().addAll(items);
    }

    private void setItems(List<Object> pairs) {
        if (!(top() instanceof Dictionary dictionary) || pairs.size() % 2 != 0) {
            throw damaged("it sets entries of what is no dictionary");
        }
        for (int i = 0; i < pairs.size(); i += 2) {
            Object key = pairs.get(i);
            if (!(key instanceof String) && !(key instanceof Long)) {
                throw damaged("a key is neither text nor a whole number");
            }
            if (dictionary.entries().putIfAbsent(key, pairs.get(i + 1)) != null) {
                throw damaged("entry '" + shown(String.valueOf(key)) + "' is set twice");
            }
        }
    }

    private void recall(int index) {
        Object value = memo.get(index);
        if (value == null) {
            throw damaged("it recalls value " + index + ", which was never kept");
        }
        push(value);
    }

    private void mark() {
        if (marks.size() == DEEPEST) {
            throw damaged("it is nested more than " + DEEPEST + " deep");
        }
        marks.add(stack.size());
    }

    private void keep(int index) {
        if (memo.put(index, top()) == null && memo.size() > MOST_VALUES) {
            throw tooMany();
        }
    }

    private void push(Object value) {
        if (++pushed > MOST_VALUES) {
            throw tooMany();
        }
        stack.add(value);
    }

    private UserError tooMany() {
        return new UserError(file + ": its pickle holds more than " + MOST_VALUES
                + " values, far more than weights need; " + TensorFile.WAY_OUT);
    }

    private int floor() {
        return marks.isEmpty() ? 0 : marks.get(marks.size() - 1);
    }

    private Object top() {
        if (stack.size() <= floor()) {
            throw damaged("it takes a value where there is none");
        }
        return stack.get(stack.size() - 1);
    }

    private Object pop() {
        Object top = top();
        stack.remove(stack.size() - 1);
        return top;
    }

    private List<Object> pop(int count) {
        if (stack.size() - floor() < count) {
            throw damaged("it takes a value where there is none");
        }
        return cut(stack.size() - count);
    }

    private List<Object> popToMark() {
        if (marks.isEmpty()) {
            throw damaged("it takes values back to a mark where there is none");
        }
        return cut(marks.remove(marks.size() - 1));
    }

    private List<Object> cut(int from) {
        List<Object> tail = stack.subList(from, stack.size());
        List<Object> values = new ArrayList<>(tail);
        tail.clear();
        return values;
    }

    private UserError damaged(String what) {
        return new UserError(
                file + ": its pickle is damaged, or no state dict of tensors: " + what + "; " + TensorFile.WAY_OUT);
    }

    /** At most 80 characters, no control ones: what a file holds must not steer a terminal. */
    static String shown(String text) {
        String plain = text.codePoints()
                .limit(80)
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return text.length() > plain.length() ? plain + "..." : plain;
    }
}

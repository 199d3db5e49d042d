package org.shiftbed.study.tensorboard;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** As much of an event as has to be known to go on with a file: which tags have a value at which step. */
final class EventReader {
    private static final int STEP = 2;
    private static final int SUMMARY = 5;

    private EventReader() {}

    /**
     * Puts the step of an event's tags where it is later than what is known of them. An event of another program that cannot be read says nothing.
     *
     * @param event its bytes
     * @param last latest step by tag
     */
    static void steps(ByteBuffer event, Map<String, Long> last) {
        long step = 0;
        List<String> tags = new ArrayList<>();
        try {
            ByteBuffer in = event.duplicate().rewind();
            while (in.hasRemaining()) {
                long key = varint(in);
                if (key == (STEP << 3)) {
                    step = varint(in);
                } else if (key == (SUMMARY << 3 | 2)) {
                    ByteBuffer summary = part(in);
                    while (summary.hasRemaining()) {
                        long inner = varint(summary);
                        if (inner == (1 << 3 | 2)) {
                            tag(part(summary), tags);
                        } else {
                            skip(summary, inner);
                        }
                    }
                } else {
                    skip(in, key);
                }
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return;
        }
        for (String tag : tags) {
            last.merge(tag, step, Math::max);
        }
    }

    private static void tag(ByteBuffer value, List<String> tags) {
        while (value.hasRemaining()) {
            long key = varint(value);
            if (key == (1 << 3 | 2)) {
                ByteBuffer text = part(value);
                tags.add(StandardCharsets.UTF_8.decode(text).toString());
            } else {
                skip(value, key);
            }
        }
    }

    private static ByteBuffer part(ByteBuffer in) {
        long length = varint(in);
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer part = in.slice(in.position(), (int) length);
        in.position(in.position() + (int) length);
        return part;
    }

    private static void skip(ByteBuffer in, long key) {
        switch ((int) (key & 7)) {
            case 0 -> varint(in);
            case 1 -> in.position(in.position() + 8);
            case 2 -> part(in);
            case 5 -> in.position(in.position() + 4);
            default -> throw new IllegalArgumentException("no form of a field");
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number that does not end");
    }
}

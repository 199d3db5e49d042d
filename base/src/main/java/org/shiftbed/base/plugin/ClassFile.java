package org.shiftbed.base.plugin;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What header and constant pool of a class file say (The Java Virtual Machine Specification, 4.1 and 4.4).
 *
 * @param major version: 44 and the number of the Java that it needs at least
 * @param classes that it names, with dots; arrays are left out
 * @param members of classes that it names
 */
record ClassFile(int major, Set<String> classes, List<Member> members) {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int JAVA_0 = 44;

    /**
     * @param owner class, with dots
     * @param name {@code <init>} for a constructor
     * @param descriptor as in the class file: {@code (ILjava/lang/String;)V}
     */
    record Member(String owner, String name, String descriptor) {
        boolean field() {
            return !descriptor.startsWith("(");
        }
    }

    /** The Java that it needs at least: 17, 21, … */
    int java() {
        return major - JAVA_0;
    }

    /** @throws IOException where this is no class file, or it is cut short */
    static ClassFile read(InputStream stream) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        if (in.readInt() != MAGIC) {
            throw new IOException("no class file");
        }
        in.readUnsignedShort();
        int major = in.readUnsignedShort();
        if (major - JAVA_0 > Runtime.version().feature()) {
            // What comes next may have a form that is not known here.
            return new ClassFile(major, Set.of(), List.of());
        }
        int count = in.readUnsignedShort();
        String[] texts = new String[count];
        int[][] pairs = new int[count][];
        List<Integer> types = new ArrayList<>();
        List<Integer> references = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 3, 4 -> in.readInt();
                case 5, 6 -> {
                    in.readLong();
                    i++; // long and double take two entries
                }
                case 7 -> {
                    pairs[i] = new int[] {in.readUnsignedShort()};
                    types.add(i);
                }
                case 8, 16, 19, 20 -> in.readUnsignedShort();
                case 9, 10, 11 -> {
                    pairs[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                    references.add(i);
                }
                case 12 -> pairs[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                case 15 -> {
                    in.readUnsignedByte();
                    in.readUnsignedShort();
                }
                case 17, 18 -> in.readInt();
                default -> throw new IOException("unknown constant of kind " + tag);
            }
        }
        Set<String> classes = new LinkedHashSet<>();
        for (int type : types) {
            String name = texts[pairs[type][0]];
            if (!name.startsWith("[")) {
                classes.add(name.replace('/', '.'));
            }
        }
        List<Member> members = new ArrayList<>();
        for (int reference : references) {
            String owner = texts[pairs[pairs[reference][0]][0]];
            int[] member = pairs[pairs[reference][1]];
            if (!owner.startsWith("[")) {
                members.add(new Member(owner.replace('/', '.'), texts[member[0]], texts[member[1]]));
            }
        }
        return new ClassFile(major, classes, members);
    }
}

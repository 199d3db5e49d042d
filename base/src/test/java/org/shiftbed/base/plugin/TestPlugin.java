package org.shiftbed.base.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Builds a jar out of source text, as a plugin's author does. */
final class TestPlugin {
    static final String SERVICE = "META-INF/services/" + Greeting.class.getName();

    private final Path folder;
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private String classPath = System.getProperty("java.class.path");

    TestPlugin(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** A greeting of this name, registered. */
    static TestPlugin greeting(Path folder, String type, String name) throws IOException {
        return new TestPlugin(folder)
                .source(type, greeting(type, "return \"" + name + "\";", "return \"hello\";"))
                .entry(SERVICE, "example." + type + "\n");
    }

    static String greeting(String type, String name, String words) {
        return "package example; public class " + type + " implements org.shiftbed.base.plugin.Greeting {"
                + " public String name() { " + name + " } public String words() { " + words + " } }";
    }

    TestPlugin source(String type, String text) {
        sources.put(type, text);
        return this;
    }

    TestPlugin entry(String path, String text) {
        entries.put(path, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Compiles against these classes and not against this version. */
    TestPlugin against(Path classes) {
        classPath = classes.toString();
        return this;
    }

    /** The classes, below a folder. */
    Path classes() throws IOException {
        Path output = Files.createTempDirectory(folder, "classes");
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-cp", classPath, "-d", output.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = Files.createTempDirectory(folder, "source").resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int code = compiler.run(null, null, null, arguments.toArray(new String[0]));
        assertThat(code).as("javac " + arguments).isZero();
        return output;
    }

    Path jar(String name) throws IOException {
        return jar(name, "example");
    }

    /** Packs what was compiled into one package, and the other entries. */
    Path jar(String name, String of) throws IOException {
        Path output = classes();
        try (Stream<Path> files = Files.list(output.resolve(of))) {
            for (Path file : files.sorted().toList()) {
                entries.put(of + "/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
        return pack(folder.resolve(name), entries);
    }

    static Path pack(Path jar, Map<String, byte[]> entries) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return jar;
    }

    /** The classes packed, each changed in its bytes. */
    Path newer(String name, int major) throws IOException {
        Path output = classes();
        try (Stream<Path> files = Files.list(output.resolve("example"))) {
            for (Path file : files.sorted().toList()) {
                byte[] bytes = Files.readAllBytes(file);
                bytes[6] = (byte) (major >> 8);
                bytes[7] = (byte) major;
                entries.put("example/" + file.getFileName(), bytes);
            }
        }
        return pack(folder.resolve(name), entries);
    }
}

package org.shiftbed.base.plugin;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.shiftbed.base.UserError;

/** Finds the jars of plugins and reads what stands beside their classes. */
final class PluginFiles {
    private static final String SERVICES = "META-INF/services/";

    private PluginFiles() {}

    /**
     * @param variable jars and folders of jars, with the system's path separator between them
     * @param paths makes a path of an entry
     */
    static List<PluginJar> find(String variable, Function<String, Path> paths) {
        Set<Path> files = new LinkedHashSet<>();
        for (String entry : variable.split(Pattern.quote(File.pathSeparator), -1)) {
            if (!entry.isBlank()) {
                files.addAll(files(entry.strip(), paths));
            }
        }
        Map<String, PluginJar> jars = new LinkedHashMap<>();
        for (Path file : files) {
            PluginJar jar = read(file);
            PluginJar other = jars.put(jar.name(), jar);
            if (other != null) {
                throw new UserError(Plugins.VARIABLE + ": two plugins are called " + jar.name() + ": " + other.path()
                        + " and " + file + "; take one away");
            }
        }
        return List.copyOf(jars.values());
    }

    private static List<Path> files(String entry, Function<String, Path> paths) {
        try {
            Path path = paths.apply(entry);
            if (Files.isDirectory(path)) {
                try (Stream<Path> inside = Files.list(path)) {
                    List<Path> jars = new ArrayList<>();
                    for (Path jar : inside.filter(each -> each.toString().endsWith(".jar"))
                            .sorted()
                            .toList()) {
                        jars.add(jar.toRealPath());
                    }
                    return jars;
                }
            }
            if (Files.isRegularFile(path)) {
                return List.of(path.toRealPath());
            }
        } catch (InvalidPathException | IOException e) {
            throw new UserError(Plugins.VARIABLE + ": '" + entry + "' cannot be read: " + e.getMessage(), e);
        }
        throw new UserError(Plugins.VARIABLE + ": there is no jar or folder '" + entry + "'");
    }

    private static PluginJar read(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            TreeMap<String, List<String>> providers = new TreeMap<>();
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                String name = entry.getName();
                // Services of other libraries that a plugin brings are not ours to read.
                if (name.startsWith(SERVICES + "org.shiftbed.")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        providers.put(
                                name.substring(SERVICES.length()),
                                classes(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
                    }
                }
            }
            return new PluginJar(file, sha256(Files.readAllBytes(file)), providers);
        } catch (IOException | SecurityException e) {
            throw new UserError(
                    "plugin " + file.getFileName() + ": it is no jar that can be read (" + e.getMessage()
                            + "); build or copy it again",
                    e);
        }
    }

    /** A name a line; what follows a # is a comment. */
    private static List<String> classes(String text) {
        return text.lines()
                .map(line -> line.replaceFirst("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .distinct()
                .toList();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

package org.shiftbed.base.plugin;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * The plugins of this process: jars whose services stand beside the program's own. One class loader holds all of them, so that a plugin may bring
 * a library as a second jar. While they are {@link #use in use} they are the context class loader of the thread, and of every thread that it starts;
 * {@link #current} finds them there.
 */
public final class Plugins {
    /** The environment variable that names jars and folders of jars, with the system's path separator between them. */
    public static final String VARIABLE = "SHIFTBED_PLUGINS";

    private static final String LOADER = "plugins";
    private static final Plugins NONE = new Plugins(List.of());

    private final List<PluginJar> jars;

    private Plugins(List<PluginJar> jars) {
        this.jars = List.copyOf(jars);
    }

    /**
     * Finds plugins and checks that they fit this program. Nothing of them runs.
     *
     * @param variable jars and folders of jars, with the system's path separator between them; null or empty: none
     * @param paths makes a path of an entry
     * @throws UserError where an entry is not there, a jar cannot be read, or it was made for a newer Java or another version of this program
     */
    public static Plugins read(@Nullable String variable, Function<String, Path> paths) {
        Plugins plugins = new Plugins(PluginFiles.find(variable == null ? "" : variable, paths));
        if (plugins.jars.isEmpty()) {
            return NONE;
        }
        try (Loader loader = plugins.loader()) {
            for (PluginJar jar : plugins.jars) {
                try (JarFile file = new JarFile(jar.path().toFile())) {
                    new LinkCheck(jar.name(), loader).check(file);
                    jar.providers().forEach((service, classes) -> plugins.checkService(jar, service, classes, loader));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return plugins;
    }

    /** Those in use by this thread. */
    public static Plugins current() {
        return Thread.currentThread().getContextClassLoader() instanceof Loader loader ? loader.plugins : NONE;
    }

    /** Makes these the plugins of this thread and of every thread that it starts from now on, until the answer is closed. */
    public Use use() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        Loader loader = loader();
        thread.setContextClassLoader(loader);
        return () -> {
            thread.setContextClassLoader(before);
            try {
                loader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** Ends the use of plugins. */
    public interface Use extends AutoCloseable {
        @Override
        void close();
    }

    /** The jars, in the order in which they were named. */
    public List<PluginJar> jars() {
        return jars;
    }

    /** What {@link #VARIABLE} has to be in another process, whatever its folder, for the same plugins. */
    public String variable() {
        return jars.stream().map(jar -> jar.path().toString()).collect(Collectors.joining(File.pathSeparator));
    }

    /** SHA-256 by name of the jar, sorted. */
    public Map<String, String> hashes() {
        Map<String, String> hashes = new TreeMap<>();
        jars.forEach(jar -> hashes.put(jar.name(), jar.sha256()));
        return hashes;
    }

    /** The jar that a class comes from; empty where it is the program's own. */
    public Optional<PluginJar> jarOf(Class<?> type) {
        if (!(type.getClassLoader() instanceof Loader)) {
            return Optional.empty();
        }
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return jars.stream()
                .filter(jar -> source != null && url(jar).equals(source.getLocation()))
                .findFirst();
    }

    /**
     * What is to be said of a fault that the code of a plugin made: it, and not the program's, is the first on the stack. Empty where the fault is
     * another's.
     */
    public Optional<UserError> blame(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof UserError) {
                return Optional.empty();
            }
            for (StackTraceElement element : cause.getStackTrace()) {
                if (LOADER.equals(element.getClassLoaderName())) {
                    String message = String.valueOf(cause.getMessage())
                            .lines()
                            .findFirst()
                            .orElse("");
                    return Optional.of(new UserError(
                            "plugin " + jarName(element.getClassName()) + ": " + element.getClassName() + "."
                                    + element.getMethodName() + ": "
                                    + cause.getClass().getSimpleName() + ": " + message
                                    + (cause instanceof LinkageError ? "; compile it against this version's lib/" : ""),
                            problem));
                }
                if (element.getClassName().startsWith("org.shiftbed.")) {
                    break;
                }
            }
        }
        return Optional.empty();
    }

    /** New providers of a service, each with its jar. */
    <S> List<Provider<S>> providers(Class<S> service) {
        List<Provider<S>> made = new ArrayList<>();
        for (PluginJar jar : jars) {
            for (String name : jar.providers().getOrDefault(service.getName(), List.of())) {
                try {
                    Class<?> type =
                            Class.forName(name, true, Thread.currentThread().getContextClassLoader());
                    made.add(new Provider<>(
                            jar, service.cast(type.getConstructor().newInstance())));
                } catch (ReflectiveOperationException | LinkageError e) {
                    Throwable shown = e.getCause() == null ? e : e.getCause();
                    throw new UserError("plugin " + jar.name() + ": " + name + " cannot be made: " + shown, e);
                }
            }
        }
        return made;
    }

    /** An object of a plugin, and where it comes from. */
    record Provider<S>(PluginJar jar, S object) {}

    private void checkService(PluginJar jar, String service, List<String> classes, ClassLoader loader) {
        String place = "plugin " + jar.name() + ": META-INF/services/" + service;
        Class<?> wanted = load(service, loader)
                .orElseThrow(() -> new UserError(
                        place + ": there is no such service; docs/extending.md lists those that there are"));
        for (String name : classes) {
            Class<?> type = load(name, loader)
                    .orElseThrow(() -> new UserError(place + " names " + name
                            + ", which is not in the jar; a class within another is written Outer$Inner"));
            if (!wanted.isAssignableFrom(type)) {
                throw new UserError(place + " names " + name + ", which does not implement " + service);
            }
            boolean open = Modifier.isPublic(type.getModifiers())
                    && Arrays.stream(type.getConstructors()).anyMatch(each -> each.getParameterCount() == 0);
            if (!open) {
                throw new UserError(place + " names " + name
                        + ", which must be public, with a public constructor without parameters");
            }
        }
    }

    private static Optional<Class<?>> load(String name, ClassLoader loader) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    private String jarName(String type) {
        return load(type, Thread.currentThread().getContextClassLoader())
                .flatMap(this::jarOf)
                .map(PluginJar::name)
                .orElse("(one of " + hashes().keySet() + ")");
    }

    private Loader loader() {
        return new Loader(this, jars.stream().map(Plugins::url).toArray(URL[]::new));
    }

    private static URL url(PluginJar jar) {
        try {
            return jar.path().toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Knows whose it is. */
    private static final class Loader extends URLClassLoader {
        private final Plugins plugins;

        Loader(Plugins plugins, URL[] urls) {
            super(LOADER, urls, Plugins.class.getClassLoader());
            this.plugins = plugins;
        }
    }
}

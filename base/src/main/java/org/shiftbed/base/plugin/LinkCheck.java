package org.shiftbed.base.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * Whether every class, method and field of this program that a plugin was compiled against is there, so that a plugin made for another version is
 * refused before anything runs and not in the middle of a training. What it uses of other libraries is not looked at.
 */
final class LinkCheck {
    private static final String OURS = "org.shiftbed.";
    private static final String CLASS = ".class";

    private final String jar;
    private final ClassLoader loader;

    /**
     * @param jar its name, for the message
     * @param loader of plugins
     */
    LinkCheck(String jar, ClassLoader loader) {
        this.jar = jar;
        this.loader = loader;
    }

    /** @throws UserError with the first thing that does not fit */
    void check(JarFile file) throws IOException {
        Enumeration<JarEntry> entries = file.entries();
        while (entries.hasMoreElements()) {
            JarEntry entry = entries.nextElement();
            String path = entry.getName();
            if (path.endsWith(CLASS) && !path.startsWith("META-INF/") && !path.endsWith("module-info.class")) {
                String name = path.substring(0, path.length() - CLASS.length()).replace('/', '.');
                try (InputStream in = file.getInputStream(entry)) {
                    check(name, ClassFile.read(in));
                } catch (IOException e) {
                    throw new UserError("plugin " + jar + ": " + path + " is broken (" + e.getMessage()
                            + "); build or copy the jar again");
                }
            }
        }
    }

    private void check(String name, ClassFile file) {
        int here = Runtime.version().feature();
        if (file.java() > here) {
            throw new UserError("plugin " + jar + ": " + name + " was compiled for Java " + file.java()
                    + ", this is Java " + here + "; compile it with `javac --release " + here
                    + "`, or run Shiftbed with Java " + file.java());
        }
        if (file.classes().stream().noneMatch(each -> each.startsWith(OURS))) {
            return;
        }
        try {
            for (String used : file.classes()) {
                if (used.startsWith(OURS) && load(used) == null) {
                    throw misfit(name, "there is no class " + used);
                }
            }
            for (ClassFile.Member member : file.members()) {
                Class<?> owner = load(member.owner());
                // What a plugin inherits is named by its own class.
                boolean looked = owner != null && (member.owner().startsWith(OURS) || owner.getClassLoader() == loader);
                if (looked && !has(owner, member)) {
                    throw misfit(name, member.owner() + " has no " + describe(member));
                }
            }
            Class<?> type = load(name);
            if (type != null && !Modifier.isAbstract(type.getModifiers())) {
                for (Method method : type.getMethods()) {
                    if (Modifier.isAbstract(method.getModifiers())) {
                        throw misfit(
                                name,
                                "it lacks the method " + method.getName() + " of "
                                        + method.getDeclaringClass().getName());
                    }
                }
            }
        } catch (LinkageError e) {
            throw misfit(
                    name,
                    e.getClass().getSimpleName() + ": "
                            + String.valueOf(e.getMessage()).replace('/', '.'));
        }
    }

    private UserError misfit(String name, String what) {
        return new UserError("plugin " + jar + ": " + name + " does not fit this version of Shiftbed: "
                + what.lines().findFirst().orElse("") + "; compile it against this version's lib/");
    }

    private @Nullable Class<?> load(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static String describe(ClassFile.Member member) {
        if (member.field()) {
            return "field " + member.name();
        }
        String kind = member.name().equals("<init>") ? "constructor " : "method " + member.name();
        return kind + member.descriptor().replace('/', '.');
    }

    /** Looks through a class and all above it, as the machine does (5.4.3.2 to 5.4.3.4). */
    private static boolean has(@Nullable Class<?> type, ClassFile.Member member) {
        if (type == null) {
            return false;
        }
        if (declares(type, member) || has(type.getSuperclass(), member)) {
            return true;
        }
        if (type.isInterface() && declares(Object.class, member)) {
            return true;
        }
        return Arrays.stream(type.getInterfaces()).anyMatch(above -> has(above, member));
    }

    private static boolean declares(Class<?> type, ClassFile.Member member) {
        if (member.field()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(member.name())
                        && field.getType().descriptorString().equals(member.descriptor())) {
                    return true;
                }
            }
            return false;
        }
        if (member.name().equals("<init>")) {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (MethodType.methodType(void.class, constructor.getParameterTypes())
                        .toMethodDescriptorString()
                        .equals(member.descriptor())) {
                    return true;
                }
            }
            return false;
        }
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(member.name())
                    && MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                            .toMethodDescriptorString()
                            .equals(member.descriptor())) {
                return true;
            }
        }
        return false;
    }
}

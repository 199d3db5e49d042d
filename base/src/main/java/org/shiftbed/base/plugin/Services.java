package org.shiftbed.base.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import org.shiftbed.base.UserError;

/** The objects of a service that the program itself and the plugins in use register, by name. */
public final class Services {
    /** Those of the program itself, made once for each service: a plan of many trials asks for them again and again. They keep no state. */
    private static final ClassValue<List<Object>> OWN = new ClassValue<>() {
        @Override
        protected List<Object> computeValue(Class<?> service) {
            List<Object> made = new ArrayList<>();
            ServiceLoader.load(service, service.getClassLoader()).forEach(made::add);
            return List.copyOf(made);
        }
    };

    private Services() {}

    /**
     * All of a service.
     *
     * @param kind what one is, in words: {@code algorithm}
     * @param name of one
     * @return sorted by name
     * @throws UserError where a plugin takes a name that is taken, or its object cannot be made or does not tell its name
     * @throws IllegalStateException where the program itself registers a name twice
     */
    public static <S> TreeMap<String, S> byName(Class<S> service, String kind, Function<S, String> name) {
        return byName(service, kind, name, List.of());
    }

    /**
     * As {@link #byName(Class, String, Function)}, beside objects that are registered otherwise.
     *
     * @param others objects whose names are taken; not in what is returned
     */
    public static <S> TreeMap<String, S> byName(
            Class<S> service, String kind, Function<S, String> name, Collection<? extends S> others) {
        TreeMap<String, S> found = new TreeMap<>();
        Map<String, String> taken = new TreeMap<>();
        others.forEach(other -> taken.put(name.apply(other), "Shiftbed itself"));
        for (Object made : OWN.get(service)) {
            S object = service.cast(made);
            String own = name.apply(object);
            if (taken.put(own, "Shiftbed itself") != null) {
                throw new IllegalStateException("'" + own + "' is registered twice: " + kind);
            }
            found.put(own, object);
        }
        for (Plugins.Provider<S> provider : Plugins.current().providers(service)) {
            String type = provider.object().getClass().getName();
            String plugin = "plugin " + provider.jar().name();
            String own;
            try {
                own = name.apply(provider.object());
            } catch (RuntimeException | LinkageError e) {
                throw new UserError(plugin + ": " + type + " does not tell its name: " + e, e);
            }
            if (own == null || own.isBlank()) {
                throw new UserError(plugin + ": " + type + " has no name");
            }
            String before = taken.putIfAbsent(own, plugin);
            if (before != null) {
                throw new UserError(plugin + ": " + kind + " '" + own + "' exists already, in " + before
                        + "; give that of " + type + " another name");
            }
            found.put(own, provider.object());
        }
        return found;
    }
}

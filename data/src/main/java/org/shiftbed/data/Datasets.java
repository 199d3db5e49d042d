package org.shiftbed.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.plugin.Services;

/** Finds data sets by name among all {@link DatasetFactory} services, and reads their parameters strictly. */
public final class Datasets {
    private Datasets() {}

    /** Every registered name, sorted. */
    public static List<String> names() {
        return List.copyOf(factories().keySet());
    }

    /**
     * The factory of a name.
     *
     * @param place where the name stands; the message begins with it
     * @throws UserError where there is none; the message offers the nearest name
     */
    public static DatasetFactory require(String name, String place) {
        Map<String, DatasetFactory> factories = factories();
        DatasetFactory found = factories.get(name);
        if (found == null) {
            throw Names.unknown(place, "data set", name, factories.keySet());
        }
        return found;
    }

    /**
     * Reads the parameters of a data set strictly.
     *
     * @param given as in the study file: Integer, Long, Double, String, Boolean, or a Map of whole numbers
     * @param place where they stand; every message begins with it
     * @return every declared parameter, defaults filled in, sorted by name; whole numbers are Integer, decimals Double, counts a sorted map
     *     of Integer
     * @throws UserError where a name is unknown (the nearest is offered), a type is wrong or a value is out of range
     */
    public static Map<String, Object> resolve(String name, Map<String, ?> given, String place) {
        DatasetFactory factory = require(name, place);
        TreeMap<String, DatasetFactory.Parameter> declared = new TreeMap<>();
        factory.parameters().forEach(p -> declared.put(p.name(), p));
        for (String key : new TreeSet<>(given.keySet())) {
            if (!declared.containsKey(key)) {
                throw Names.unknown(place, "parameter of " + name, key, declared.keySet());
            }
        }
        TreeMap<String, Object> resolved = new TreeMap<>();
        declared.forEach((key, parameter) -> {
            Object value = given.get(key);
            if (given.containsKey(key) && value == null) {
                throw new UserError(place + ": '" + key + "' has no value; leave it out for " + parameter.standard());
            }
            resolved.put(key, ParameterReader.read(parameter, value == null ? parameter.standard() : value, place));
        });
        factory.check(resolved, place);
        return resolved;
    }

    /**
     * What identifies a data set beside its fingerprint: the resolved parameters without those that say where files lie.
     *
     * @throws UserError where there is no such data set
     */
    public static Map<String, Object> identity(String name, Map<String, ?> resolved) {
        TreeMap<String, Object> kept = new TreeMap<>(resolved);
        kept.keySet().removeAll(paths(name));
        return kept;
    }

    /**
     * Where a data set lies: its resolved parameters of type {@link DatasetFactory.Type#PATH}, written out from a folder on, or from the home folder
     * where they begin with {@code ~/}; an empty one stays empty.
     *
     * @param base where relative ones begin; empty: the current folder
     * @throws UserError where there is no such data set
     */
    public static Map<String, String> places(String name, Map<String, ?> resolved, Path base) {
        TreeMap<String, String> places = new TreeMap<>();
        for (String parameter : paths(name)) {
            String written = String.valueOf(resolved.get(parameter));
            boolean home = written.equals("~") || written.startsWith("~/");
            String given = home ? System.getProperty("user.home") + written.substring(1) : written;
            places.put(
                    parameter,
                    written.isEmpty() ? "" : base.resolve(given).normalize().toString());
        }
        return places;
    }

    private static List<String> paths(String name) {
        return require(name, "data set").parameters().stream()
                .filter(parameter -> parameter.type() == DatasetFactory.Type.PATH)
                .map(DatasetFactory.Parameter::name)
                .toList();
    }

    /**
     * Opens a data set.
     *
     * @param resolved from {@link #resolve}; checked again, because it may have been stored in between
     * @throws UserError where the name or a parameter is wrong, or a file is missing, cut short or not what it says
     */
    public static Dataset open(String name, Map<String, ?> resolved, DataSource source) {
        return require(name, "data set").open(resolve(name, resolved, "data set " + name), source);
    }

    private static TreeMap<String, DatasetFactory> factories() {
        return Services.byName(DatasetFactory.class, "data set", DatasetFactory::name);
    }
}

package org.shiftbed.study;

import java.util.Map;
import org.shiftbed.data.Datasets;

/**
 * A data set of a study.
 *
 * @param name registered name
 * @param parameters resolved, defaults written out, sorted by name; places are whole paths
 * @param path field of the study file it stands in
 */
public record DatasetSpec(String name, Map<String, Object> parameters, String path) {
    public DatasetSpec {
        parameters = Values.sorted(parameters);
    }

    /** The parameters that identify it: all but where its files lie. */
    public Map<String, Object> identity() {
        // One that this release does not read has no files.
        return Datasets.names().contains(name) ? Datasets.identity(name, parameters) : parameters;
    }

    /** Where its files lie, by parameter; empty for a data set that lies in the data folder or needs no files. */
    public Map<String, Object> places() {
        Map<String, Object> places = new java.util.TreeMap<>(parameters);
        places.keySet().removeAll(identity().keySet());
        return places;
    }
}

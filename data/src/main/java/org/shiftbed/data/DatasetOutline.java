package org.shiftbed.data;

import java.util.List;

/**
 * What is known of a data set with domains before its files are here: enough to plan a study, not to run one.
 *
 * @param label attribute that is predicted
 * @param domain attribute whose values are the domains
 * @param domains in index order
 * @param classes values of the label; 0 where only the files tell
 * @param shape of its pictures
 * @param transforms family of its pictures
 */
public record DatasetOutline(
        String label, String domain, List<String> domains, int classes, ImageShape shape, Transforms transforms) {
    public DatasetOutline {
        domains = List.copyOf(domains);
    }
}

package org.shiftbed.shift;

/**
 * Rows with one role.
 *
 * @param name unique within a split: {@code train-0}, {@code val_id}, {@code val_oracle_best}, {@code test}, or under DomainBed's
 *     protocol {@code env0_in}, {@code env0_out}, …
 * @param role what they are for
 * @param environment index into {@link Split#environments()}; -1 where the rows of the part belong to several
 * @param filter which rows were asked for, in the filter language ({@code controlled-shifts.md} 1.3)
 * @param requested rows asked for; 0 = all that match
 * @param rows row numbers of the table; training rows keep the order in which nested choices take their prefix
 * @param weight probability that an element of a training batch comes from this part, before normalising; that of the training part for
 *     {@code VALIDATION_REWEIGHTED}; 0 for other roles
 */
public record Part(String name, Role role, int environment, String filter, int requested, int[] rows, double weight) {
    public Part {
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the weight of part '" + name + "' must be at least 0, got " + weight);
        }
        rows = rows.clone();
    }

    /** How many rows there are. */
    public int size() {
        return rows.length;
    }
}

package org.shiftbed.base.file;

/**
 * The one definition of a field: it checks files, makes the JSON Schema and the table of the documentation.
 *
 * @param name as written
 * @param shape what it may hold
 * @param standard its default in words and figures; empty: it must be written
 * @param protocol {@code controlled} or {@code domainbed} where it belongs to one protocol only; empty: to both
 * @param help one line with unit and meaning
 */
public record FieldSpec(String name, Shape shape, String standard, String protocol, String help) {

    /** A field of both protocols. */
    public FieldSpec(String name, Shape shape, String standard, String help) {
        this(name, shape, standard, "", help);
    }

    boolean required() {
        return standard.isEmpty();
    }
}

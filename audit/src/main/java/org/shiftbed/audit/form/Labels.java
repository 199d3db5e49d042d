package org.shiftbed.audit.form;

/** Labels of parameters. */
final class Labels {
    private Labels() {}

    /** With the name of the component of T behind it, where there are several. */
    static String join(String label, String component) {
        return label.isEmpty() || component.isEmpty() ? label + component : label + ", " + component;
    }
}

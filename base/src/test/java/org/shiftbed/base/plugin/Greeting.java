package org.shiftbed.base.plugin;

/** A service as this version has it. */
public interface Greeting {
    String name();

    String words();
}

package org.shiftbed.report.figure;

/** One part of a figure with axes of its own. */
public sealed interface Panel permits Chart, Matrix, Pictures {
    /** What tells it from the other panels; empty where the figure has one only. */
    String title();
}

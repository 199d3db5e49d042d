package org.shiftbed.report.page;

/**
 * A figure inside the page.
 *
 * @param title one line, which stands for it where it cannot be seen
 * @param caption how to read it
 * @param json what {@code figure.js} draws
 * @param file name of the same figure below {@code figures}
 */
public record PageFigure(String title, String caption, String json, String file) implements Chart {}

package org.shiftbed.report.page;

/**
 * A figure inside the page.
 *
 * @param title one line, which stands for it where it cannot be seen
 * @param address a {@code data:} address of the picture
 * @param file name of the same picture below {@code figures}
 */
public record PageFigure(String title, String address, String file) {}

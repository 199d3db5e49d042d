/**
 * Figures: each is one value ({@link org.shiftbed.report.figure.Figure}: data, scales, looks, words), made from numbers that were computed elsewhere and
 * drawn by four writers, as SVG and PDF for paper, PGFPlots source, an option of Apache ECharts for the page, and a text table.
 */
@org.jspecify.annotations.NullMarked
package org.shiftbed.report.figure;

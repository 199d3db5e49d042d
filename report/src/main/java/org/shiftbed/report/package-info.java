/**
 * What a study's folder has to say: tables, figures and a page, made from its files alone. Nothing is run here.
 *
 * <p>{@link org.shiftbed.report.StudyReport} is the entry. The packages below it: {@code statistics} makes numbers with their uncertainty out
 * of outcomes, {@code table} holds tables and their text forms, {@code style} says what stands in them, {@code page} writes
 * {@code report.html}, {@code figure} draws for papers.
 */
@NullMarked
package org.shiftbed.report;

import org.jspecify.annotations.NullMarked;

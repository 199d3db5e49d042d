/**
 * Strict reading of YAML: every value keeps its line, and one definition of a field ({@link org.shiftbed.study.file.FieldSpec}) checks a file,
 * makes the JSON Schema that editors complete from, and fills the table of the documentation.
 */
@NullMarked
package org.shiftbed.study.file;

import org.jspecify.annotations.NullMarked;

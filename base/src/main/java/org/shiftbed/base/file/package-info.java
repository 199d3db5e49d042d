/**
 * Strict reading of YAML: every value keeps its line, and one definition of a field ({@link org.shiftbed.base.file.FieldSpec}) checks a file,
 * makes the JSON Schema that editors complete from, and fills the table of the documentation.
 */
@NullMarked
package org.shiftbed.base.file;

import org.jspecify.annotations.NullMarked;

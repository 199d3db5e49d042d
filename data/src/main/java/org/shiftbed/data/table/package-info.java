/**
 * Tables of plain columns, read from and written to Parquet and CSV files. {@link org.shiftbed.data.table.Table} holds columns of one
 * length; {@link org.shiftbed.data.table.TableWriter} and {@link org.shiftbed.data.table.TableReader} move them. DuckDB does the work and is
 * not seen outside.
 */
@NullMarked
package org.shiftbed.data.table;

import org.jspecify.annotations.NullMarked;

/**
 * Objects of JSON lines held compactly: names once for all lines that share them, numbers in arrays, so that millions of checkpoints fit into memory
 * and into a file that reads back at the speed of the disk.
 */
@NullMarked
package org.shiftbed.study.rows;

import org.jspecify.annotations.NullMarked;

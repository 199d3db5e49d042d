/** SmallNORB, toys photographed from all sides, and the matrix format of its files ({@code controlled-shifts.md} 2.7). */
@NullMarked
package org.shiftbed.data.norb;

import org.jspecify.annotations.NullMarked;

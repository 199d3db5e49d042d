/** Cases with known answers, computed elsewhere. */
@NullMarked
package org.shiftbed.audit.golden;

import org.jspecify.annotations.NullMarked;

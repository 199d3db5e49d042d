/** What Shiftbed costs over what it stands on, as ratios measured in one run. Never shipped. */
@NullMarked
package org.shiftbed.bench;

import org.jspecify.annotations.NullMarked;

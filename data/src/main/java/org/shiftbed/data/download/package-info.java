/**
 * Fetches public data sets: from mirrors in turn, taking up a cut transfer where it ended, with checksums, and unpacked so that nothing leaves its folder.
 * Nothing here is ever called by a training.
 */
@NullMarked
package org.shiftbed.data.download;

import org.jspecify.annotations.NullMarked;

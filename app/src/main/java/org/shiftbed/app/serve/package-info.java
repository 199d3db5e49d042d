/** The local server of {@code shiftbed serve}: studies of a folder as they run, seen in a browser. It writes nothing. */
@NullMarked
package org.shiftbed.app.serve;

import org.jspecify.annotations.NullMarked;

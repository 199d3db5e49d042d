/** Pictures with a list of attributes in the form of CelebA's: a count, a line of names, then a line of -1 and 1 for every file. */
@NullMarked
package org.shiftbed.data.faces;

import org.jspecify.annotations.NullMarked;

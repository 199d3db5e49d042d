/** A user's own pictures: a folder of image files and a table of their attributes, decoded once into a cache of unsigned bytes. */
@NullMarked
package org.shiftbed.data.images;

import org.jspecify.annotations.NullMarked;

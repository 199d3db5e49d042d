/** Jars from outside the project: where they are found, whether they fit this version, and the services that they and the program itself register. */
@NullMarked
package org.shiftbed.base.plugin;

import org.jspecify.annotations.NullMarked;

/**
 * What every room needs and nothing more: named random streams, the generators of numpy and torch, canonical JSON, files that appear
 * whole or not at all, and errors that help.
 *
 * <p>Start with {@link org.shiftbed.base.Seed}: every random draw of the product comes from one.
 */
@NullMarked
package org.shiftbed.base;

import org.jspecify.annotations.NullMarked;

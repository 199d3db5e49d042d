/**
 * Handwritten digits and everything in their file format (IDX, gzipped or not, found in the folder layouts people have), and DomainBed's two
 * data sets made of them: {@code ColoredMNIST} and {@code RotatedMNIST} ({@code domainbed-protocol.md} 1.3).
 */
@NullMarked
package org.shiftbed.data.mnist;

import org.jspecify.annotations.NullMarked;

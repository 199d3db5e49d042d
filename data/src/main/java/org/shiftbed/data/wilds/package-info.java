/**
 * Data sets of the WILDS collection from their own metadata files: Camelyon17 and iWildCam as the controlled study has them, Camelyon17 and FMoW as DomainBed
 * has them ({@code controlled-shifts.md} 2.8, 2.9; {@code domainbed-protocol.md} 1.6).
 */
@NullMarked
package org.shiftbed.data.wilds;

import org.jspecify.annotations.NullMarked;

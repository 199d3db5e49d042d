/**
 * What stands in the tables of a report: Shiftbed's own style, and DomainBed's to the byte ({@code domainbed-protocol.md} 7.3), faults
 * included, with a repaired LaTeX form beside it.
 */
@NullMarked
package org.shiftbed.report.style;

import org.jspecify.annotations.NullMarked;

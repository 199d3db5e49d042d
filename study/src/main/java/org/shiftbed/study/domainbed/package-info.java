/**
 * DomainBed's side of the house: its registry orders, its job names, its output directories, and the numbers of its tables
 * ({@code domainbed-protocol.md} 1.1, 6 and 7).
 */
@NullMarked
package org.shiftbed.study.domainbed;

import org.jspecify.annotations.NullMarked;

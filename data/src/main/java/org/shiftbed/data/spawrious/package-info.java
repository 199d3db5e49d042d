/** Spawrious (Lynch et al. 2023): dogs on grounds that go along with their breed in training and not in the test ({@code domainbed-protocol.md} 1.7). */
@NullMarked
package org.shiftbed.data.spawrious;

import org.jspecify.annotations.NullMarked;

/**
 * Folders of pictures, {@code domain/class/picture} ({@code domainbed-protocol.md} 1.4): those of DomainBed by name, and a user's own. Domain and class are
 * attributes, the pictures lie decoded in the cache.
 */
@NullMarked
package org.shiftbed.data.folders;

import org.jspecify.annotations.NullMarked;

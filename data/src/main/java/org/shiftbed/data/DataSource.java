package org.shiftbed.data;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a data set may need from outside its parameters.
 *
 * @param folder where named data sets lie ({@code --data-dir}, {@code SHIFTBED_DATA}); null where none was given
 * @param runSeed seeds what DomainBed draws anew for every run ({@code domainbed-protocol.md} 1.3); other data sets ignore it
 */
public record DataSource(@Nullable Path folder, long runSeed) {}

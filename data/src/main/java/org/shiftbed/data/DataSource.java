package org.shiftbed.data;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a data set may need from outside its parameters.
 *
 * @param folder where named data sets lie ({@code --data-dir}, {@code SHIFTBED_DATA}); null where none was given
 * @param runSeed seeds what DomainBed draws anew for every run ({@code domainbed-protocol.md} 1.3); other data sets ignore it
 * @param strict whether layer {@code data} is strict: examples and their order are DomainBed's, defects included
 * @param progress hears of files that are read or decoded
 */
public record DataSource(@Nullable Path folder, long runSeed, boolean strict, Progress progress) {
    /** Layer {@code data} as it is fixed, nobody looks on. */
    public DataSource(@Nullable Path folder, long runSeed) {
        this(folder, runSeed, false, Progress.NONE);
    }

    /** Nobody looks on. */
    public DataSource(@Nullable Path folder, long runSeed, boolean strict) {
        this(folder, runSeed, strict, Progress.NONE);
    }
}

package org.shiftbed.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts that a data set comes with. Either its test rows are always the test ({@link #fixedTest}), as in SmallNORB, or all parts hold where a shift leaves
 * those values of one attribute unseen that only test and validation rows have ({@link #byDomain}), as in the WILDS collection
 * ({@code controlled-shifts.md} 1.6).
 */
public final class OfficialParts {
    private final byte[] codes;
    private final @Nullable String domain;
    private final int heldOut;

    private OfficialParts(byte[] codes, @Nullable String domain, int heldOut) {
        this.codes = codes;
        this.domain = domain;
        this.heldOut = heldOut;
    }

    /**
     * Test rows that are the test of every shift.
     *
     * @param codes for every row the ordinal of {@link OfficialPart#TRAIN} or {@link OfficialPart#TEST}
     * @param heldOut training rows that are held out for validation, at least 1
     */
    public static OfficialParts fixedTest(byte[] codes, int heldOut) {
        return new OfficialParts(codes.clone(), null, heldOut);
    }

    /**
     * Parts of other domains.
     *
     * @param codes for every row the ordinal of its part
     * @param domain attribute of which test and validation rows have values that training rows lack
     */
    public static OfficialParts byDomain(byte[] codes, String domain) {
        return new OfficialParts(codes.clone(), domain, 0);
    }

    /** The part of a row. */
    public OfficialPart of(int row) {
        return PARTS.get(codes[row]);
    }

    private static final List<OfficialPart> PARTS = List.of(OfficialPart.values());

    /** The attribute of whose values the parts differ; null where the test is fixed. */
    public @Nullable String domain() {
        return domain;
    }

    /** Training rows that are held out for validation where the test is fixed. */
    public int heldOut() {
        return heldOut;
    }

    /** The ordinals of all rows; the caller must not change them. */
    public byte[] codes() {
        return codes;
    }

    /** What they are, for a fingerprint. */
    public String words() {
        return domain == null ? "fixed test, " + heldOut + " held out" : "by " + domain;
    }
}

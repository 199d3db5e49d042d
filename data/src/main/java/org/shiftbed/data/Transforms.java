package org.shiftbed.data;

/**
 * The family of pictures to which a data set belongs under DomainBed's protocol: it decides what becomes of a picture before a network sees it
 * ({@code domainbed-protocol.md} 1.5).
 */
public enum Transforms {
    /** Byte / 255, never augmented: the digits. */
    NONE,
    /** Normalised; a random crop of the original picture is resized to the shape of the examples. */
    FOLDERS,
    /** Normalised; a random crop of the picture that was resized first. */
    WILDS,
    /** Normalised; never cropped; in strict layer {@code data} the first environment is never augmented and the others always are (D07). */
    SPAWRIOUS
}

package org.shiftbed.data.converted;

import org.shiftbed.data.PackedImages;

/**
 * Rows of bytes that every process maps.
 *
 * @param rows all of one length
 * @param first for every row the first one with the same bytes; negative for a row that holds nothing
 * @param digest SHA-256 that tells the content, whatever file it came from
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredRows(PackedImages rows, int[] first, byte[] digest) {}

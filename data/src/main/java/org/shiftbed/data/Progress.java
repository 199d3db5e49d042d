package org.shiftbed.data;

/** Hears how far a long piece of work is. Calls may come from several threads. */
public interface Progress {
    /** Hears nothing. */
    Progress NONE = new Progress() {
        @Override
        public void begun(String what, long total) {}

        @Override
        public void advanced(long done) {}

        @Override
        public void ended() {}
    };

    /**
     * A piece of work begins.
     *
     * @param what in two or three words, for example {@code decoding PACS}
     * @param total how much there is to do
     */
    void begun(String what, long total);

    /**
     * Part of it is done.
     *
     * @param done how much since it {@link #begun}; may come out of order from several threads
     */
    void advanced(long done);

    /** It is done, or was given up. */
    void ended();
}

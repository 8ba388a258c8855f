package io.millrace.draw;

/**
 * The appearance of a picture. Immutable.
 *
 * @param theme its colours
 * @param width a wider graph continues in another row; 0 for never
 */
public record Look(Theme theme, int width) {
    /** The default: colours of the reader's system, and graphs at most as wide as a large screen. */
    public static final Look USUAL = new Look(Theme.AUTO, 1600);

    /** Colours. */
    public enum Theme {
        /** The theme of the reader's system; a PNG is light. */
        AUTO,
        /** Light colours. */
        LIGHT,
        /** Dark colours. */
        DARK
    }
}

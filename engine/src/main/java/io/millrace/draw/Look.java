package io.millrace.draw;

/**
 * How a picture is to look.
 *
 * @param theme its colours
 * @param width beyond which a graph goes on in another row; 0 for never
 */
public record Look(Theme theme, int width) {
    /** Where the picture is shown decides about its colours; graphs are as wide as a large screen at most. */
    public static final Look USUAL = new Look(Theme.AUTO, 1600);

    /** Colours. */
    public enum Theme {
        /** As the reader's system is set; an image, which cannot know that, is light. */
        AUTO,
        LIGHT,
        DARK
    }
}

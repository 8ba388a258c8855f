package io.millrace.draw;

import java.util.LinkedHashMap;
import java.util.Map;

/** How each kind of stroke looks, light and dark. Dark is a choice of colours of its own, not the light one turned round. */
final class Palette {
    /** A colour, light and dark. */
    record Ink(String light, String dark) {
        String of(boolean dark) {
            return dark ? this.dark : light;
        }
    }

    static final Ink NONE = new Ink("none", "none");
    static final Ink INK = new Ink("#1c2330", "#e6e9ef");
    static final Ink INK_2 = new Ink("#566072", "#a7b1bf");
    static final Ink PAPER = new Ink("#ffffff", "#14181f");
    static final Ink PAPER_2 = new Ink("#fbfcfe", "#1d2330");
    static final Ink LINE = new Ink("#5b6675", "#8994a4");
    static final Ink WATER = new Ink("#cfe0ee", "#29506e");
    static final Ink DONE = new Ink("#2b8a3e", "#5fc98a");
    static final Ink TROUBLE = new Ink("#c01f1f", "#ff8079");
    static final Ink TROUBLE_2 = new Ink("#fdecea", "#43201f");

    /** Colours of regions, told apart by their letters as well. */
    private static final Ink[] REGIONS = {
        new Ink("#b3261e", "#ff9a92"),
        new Ink("#6f3fb5", "#c3a6ff"),
        new Ink("#9a5b00", "#f0b35e"),
        new Ink("#00695c", "#6fd3c4"),
        new Ink("#1f5fa8", "#86bdf5"),
        new Ink("#8a1f63", "#f29bd0")
    };

    /**
     * The look of a kind.
     *
     * @param font the size of text, or 0
     * @param halo whether text has the colour of the paper around it
     */
    record Style(Ink fill, Ink stroke, double width, boolean dashed, double font, boolean bold, boolean halo) {
        static Style text(Ink ink, double size, boolean bold) {
            return new Style(ink, NONE, 0, false, size, bold, false);
        }

        static Style stroke(Ink ink, double width) {
            return new Style(NONE, ink, width, false, 0, false, false);
        }

        static Style fill(Ink ink) {
            return new Style(ink, NONE, 0, false, 0, false, false);
        }

        static Style both(Ink fill, Ink stroke, double width) {
            return new Style(fill, stroke, width, false, 0, false, false);
        }

        Style dashes() {
            return new Style(fill, stroke, width, true, font, bold, halo);
        }

        Style halos() {
            return new Style(fill, stroke, width, dashed, font, bold, true);
        }
    }

    static final double TINT = 0.16;

    static final Map<String, Style> KINDS = kinds();

    private Palette() {}

    /** The kind of a region's strokes. */
    static String region(String kind, int number) {
        return kind + " r" + number % REGIONS.length;
    }

    private static Map<String, Style> kinds() {
        Map<String, Style> kinds = new LinkedHashMap<>();
        kinds.put("paper", Style.fill(PAPER));
        kinds.put("label", Style.text(INK, 11, false).halos());
        kinds.put("label fault", Style.text(TROUBLE, 11, true).halos());
        kinds.put("who", Style.text(INK_2, 10, false).halos());
        kinds.put("heading", Style.text(INK, 16, true));
        kinds.put("guard", Style.text(INK, 10.5, false).halos());
        kinds.put("note", Style.text(INK_2, 12, false));
        kinds.put("legend", Style.text(INK_2, 11, false));
        kinds.put("caption", Style.text(TROUBLE, 13, false));
        kinds.put("count", Style.text(PAPER, 11, true));
        kinds.put("letter", Style.text(PAPER, 10, true));
        kinds.put("node", Style.both(PAPER_2, INK, 1.5));
        kinds.put("node fault", Style.both(TROUBLE_2, TROUBLE, 2.6));
        kinds.put("inner", Style.stroke(INK, 1.2));
        kinds.put("mark", Style.both(WATER, INK, 1));
        kinds.put("start", Style.fill(DONE));
        kinds.put("end", Style.fill(TROUBLE));
        kinds.put("sign", Style.fill(INK_2));
        kinds.put("hole", Style.fill(PAPER_2));
        kinds.put("drawn", Style.both(PAPER_2, INK_2, 1.5));
        kinds.put("hand", Style.stroke(INK_2, 1.5));
        kinds.put("flow", Style.stroke(LINE, 1.4));
        kinds.put("flow fault", Style.stroke(TROUBLE, 2.6));
        kinds.put("message", Style.stroke(LINE, 1.4).dashes());
        kinds.put("head", Style.fill(LINE));
        kinds.put("head fault", Style.fill(TROUBLE));
        kinds.put("tick", Style.stroke(INK, 1.6));
        kinds.put("token", Style.fill(INK));
        // The token of the legend, which is none.
        kinds.put("sample", Style.fill(INK));
        kinds.put("rule", Style.stroke(WATER, 1));
        for (int i = 0; i < REGIONS.length; i++) {
            kinds.put(region("region", i), Style.both(REGIONS[i], REGIONS[i], 0));
            kinds.put(region("owns", i), Style.stroke(REGIONS[i], 1.5).dashes());
            kinds.put(region("badge", i), Style.fill(REGIONS[i]));
            kinds.put(region("told", i), Style.text(REGIONS[i], 12, false));
        }
        return kinds;
    }
}

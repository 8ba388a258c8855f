package io.millrace.cli;

import io.millrace.draw.Look;
import io.millrace.draw.Png;
import io.millrace.draw.Svg;
import io.millrace.draw.View;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How pictures look, and where they go: the end of the file's name says in which form. */
final class Pictures {
    @Option(names = "--theme", paramLabel = "THEME", description = "auto, light or dark; auto follows the reader's system, and is light in a PNG.")
    private Look.Theme theme = Look.Theme.AUTO;

    @Option(names = "--width", paramLabel = "N", description = "Wraps a graph that is wider than this into rows (1600); 0 for never.")
    private int width = Look.USUAL.width();

    static boolean isPng(@Nullable Path file) {
        return file != null && file.toString().toLowerCase(Locale.ROOT).endsWith(".png");
    }

    /** Writes views to a file, or as SVG to standard output if none is named. */
    void write(Screen screen, List<View> views, @Nullable Path file) throws IOException {
        if (width < 0 || width > 0 && width < 300) {
            throw new RefusedException(Code.BAD_USE.with("'--width' is 0 or at least 300, not " + width));
        }
        Look look = new Look(theme, width);
        if (file == null || !isPng(file)) {
            NetFiles.write(screen, Svg.of(views, look), file);
            return;
        }
        byte[] image;
        try {
            System.setProperty("java.awt.headless", "true");
            image = Png.of(views, look);
        } catch (LinkageError | InternalError e) {
            // A Java without its desktop module, or a system without fonts.
            throw new RefusedException(Code.NOT_INSTALLED.with(file, "the graphics and fonts of Java (" + e.getMessage() + ")"));
        }
        try {
            Files.write(file, image);
        } catch (IOException e) {
            throw NetFiles.unwritable(file, e);
        }
    }
}

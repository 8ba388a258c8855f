package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.server.backup.Backup;
import java.nio.file.Path;

/** What commands that copy a journal show. */
final class Copied {
    private Copied() {}

    static void progress(Screen screen, long done) {
        if (screen.live()) {
            screen.out().printf("\r%,d", done);
            screen.flush();
        }
    }

    static void show(Screen screen, boolean json, Path from, Backup.Made made) {
        if (screen.live()) {
            screen.out().print("\r\u001b[K");
        }
        screen.println(
                json
                        ? Data.fields("from", from.toString(), "to", made.to().toString(), "until", made.until().toString(), "rows", made.rows(), "bytes", made.bytes())
                                .json()
                        : screen.style(Style.GOOD, "Copied and verified") + ": " + made.to() + " is " + from + " until " + made.until() + ", " + made.rows() + " rows, "
                                + made.bytes() + " bytes.");
    }
}

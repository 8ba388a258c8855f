package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.logic.machine.Solutions;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads queries and shows their answers, until the input ends or a query says {@code halt}. A query may run over lines;
 * several may stand in one. What goes wrong is said, and the next query is read.
 */
final class TopLevel {
    private final Screen screen;
    private final Lines lines;
    private final LogicSession session;

    TopLevel(Screen screen, Lines lines, LogicSession session) {
        this.screen = screen;
        this.lines = lines;
        this.session = session;
    }

    int run() {
        lines.onInterrupt(session.machine()::interrupt);
        try {
            for (String text = text(); text != null; text = text()) {
                queries(text);
            }
            return Mill.FINE;
        } catch (Stop halt) {
            session.flush();
            return halt.status();
        }
    }

    /** Lines up to one that completes a query; null at the end of the input. */
    private @Nullable String text() {
        StringBuilder text = new StringBuilder();
        String line = lines.next("?- ");
        while (line != null) {
            text.append(line).append('\n');
            if (text.toString().isBlank()) {
                text.setLength(0);
                line = lines.next("?- ");
            } else if (complete(text.toString())) {
                return text.toString();
            } else {
                line = lines.next("|  ");
            }
        }
        return text.isEmpty() ? null : text.toString();
    }

    /** Whether a text ends where a query ends, or is wrong whatever would follow. */
    private boolean complete(String text) {
        Reader reader = reader(text);
        while (true) {
            try {
                if (reader.next() == null) {
                    return true;
                }
            } catch (SyntaxError e) {
                return switch (e.reason()) {
                    case END_OF_FILE, END_OF_FILE_IN_QUOTED, END_OF_FILE_IN_BLOCK_COMMENT -> false;
                    default -> true;
                };
            }
        }
    }

    private Reader reader(String text) {
        return new Reader(Source.of("query", text), session.operators(), session.flags());
    }

    private void queries(String text) {
        Reader reader = reader(text);
        boolean more = true;
        while (more) {
            try {
                Read query = reader.next();
                more = query != null;
                if (query != null) {
                    answer(query);
                    reader.operators(session.operators());
                    reader.flags(session.flags());
                }
            } catch (SyntaxError e) {
                session.say(e);
            } catch (PrologError e) {
                session.flush();
                session.say(e);
            } catch (Stop e) {
                if (e.reason() == Stop.Reason.HALT) {
                    throw e;
                }
                session.flush();
                session.say(e);
            }
        }
    }

    private void answer(Read query) {
        session.machine().refill();
        try (Solutions solutions = session.machine().solve(query.term())) {
            while (solutions.next()) {
                session.flush();
                List<String> bindings = LogicAnswer.of(query, session.operators());
                screen.out().print(bindings.isEmpty() ? "true" : String.join(",\n", bindings));
                screen.flush();
                if (!solutions.more()) {
                    screen.println(".");
                    return;
                }
                if (!lines.another()) {
                    screen.println(" .");
                    return;
                }
                screen.println(" ;");
            }
        }
        session.flush();
        screen.println(screen.style(Style.BAD, "false."));
    }
}

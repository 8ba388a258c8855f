package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.logic.machine.Solutions;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.problem.Code;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads queries and shows their answers, until the input ends or a query says {@code halt}. A query may run over lines;
 * several may stand in one. What goes wrong is said, and the next query is read.
 */
final class TopLevel {
    private static final Atom TRACE = Atom.of("trace");

    private final Screen screen;
    private final Lines lines;
    private final LogicSession session;

    /** Whether queries show the ports of their goals. */
    private boolean tracing;

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
            if (lines.interrupted()) {
                // What was typed so far is given up; the database stays.
                text.setLength(0);
            }
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

    /** Whether a query was one of the words that are for the top level itself. */
    private boolean told(Term query) {
        if (query instanceof Struct list && list.is(".", 2)) {
            List<Term> files = Lists.elements(list);
            if (files != null && files.stream().allMatch(Atom.class::isInstance)) {
                files.forEach(file -> consult(((Atom) file).name()));
                return true;
            }
        }
        if (!(query instanceof Atom word)) {
            return false;
        }
        switch (word.name()) {
            case "help" -> help();
            case "trace" -> trace(true);
            case "notrace" -> trace(false);
            case "statistics" -> statistics();
            case "listing" -> {
                session.machine().once(session.read("forall(current_predicate(P), listing(P))").term());
                session.flush();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void trace(boolean on) {
        tracing = on;
        screen.println(on ? "Queries show their goals now; notrace. ends that." : "Queries run without a trace.");
    }

    private void consult(String file) {
        try {
            session.consult(
                    file.equals("user")
                            ? Source.of("user", typed())
                            : Source.of(file, Files.readString(existing(file), StandardCharsets.UTF_8)));
        } catch (NoSuchFileException e) {
            screen.complain(Code.NO_SUCH_FILE.with(e.getFile()).message());
        } catch (IOException e) {
            screen.complain(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())).message());
        }
    }

    private static Path existing(String file) {
        Path plain = Path.of(file);
        return Files.exists(plain) ? plain : Path.of(file + ".pl");
    }

    /** Lines up to one that says {@code end_of_file.}, or to the end of the input. */
    private String typed() {
        StringBuilder text = new StringBuilder();
        for (String line = lines.next("|: "); line != null && !line.strip().equals("end_of_file."); line = lines.next("|: ")) {
            if (lines.interrupted()) {
                return "";
            }
            text.append(line).append('\n');
        }
        return text.toString();
    }

    private void statistics() {
        Runtime runtime = Runtime.getRuntime();
        long used = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
        double seconds = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
        screen.println(String.format(Locale.ROOT, "%.3f seconds of processor time, %d MB in use", seconds, used));
    }

    private void help() {
        screen.println("  member(X, [a, b]).   asks a query; ';' gives the next answer");
        screen.println("  ['file.pl'].         adds the clauses of a file");
        screen.println("  [user].              adds clauses that you type, up to 'end_of_file.'");
        screen.println("  listing.             shows all clauses; listing(Name/Arity) those of one predicate");
        screen.println("  trace.               shows calls, exits, redos and failures of the queries that follow; notrace. ends it");
        screen.println("  statistics.          shows time and memory");
        screen.println("  halt.                leaves; control-C only stops a query or gives up a line");
    }

    private void answer(Read query) {
        session.machine().refill();
        if (told(query.term())) {
            return;
        }
        Term goal = query.term();
        if (goal instanceof Struct pair && pair.is(",", 2) && pair.arg(0).equals(TRACE)) {
            tracing = true;
            goal = pair.arg(1);
        }
        try (Solutions solutions = session.machine().solve(tracing ? Struct.of("$trace", goal) : goal)) {
            while (solutions.next()) {
                session.flush();
                List<String> bindings = LogicAnswer.of(query, session.machine());
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

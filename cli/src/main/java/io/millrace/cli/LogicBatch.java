package io.millrace.cli;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.machine.Signal;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Writer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Many queries, each in a database of its own and for about a second: a limit on inferences makes the end of most the same
 * everywhere, and a watchdog ends what is slow in another way. A query that does not even heed the watchdog is left
 * behind on its thread, so that the others get their turn.
 */
final class LogicBatch {
    private static final Limits EACH = new Limits(20_000_000, 512L << 20, 5_000_000);
    private static final long MILLIS_EACH = 1_500;

    /** Longer errors are cut: a term in one may be endless. */
    private static final int SHOWN = 2_000;

    private final Screen screen;
    private final Program program;

    LogicBatch(Screen screen, Program program) {
        this.screen = screen;
        this.program = program;
    }

    int run(Lines lines) {
        try (ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(LogicBatch::daemon)) {
            for (String line = lines.next(""); line != null; line = lines.next("")) {
                if (!line.isBlank()) {
                    int tab = line.indexOf('\t');
                    String id = tab < 0 ? "" : line.substring(0, tab);
                    // A line break in a query is written as the six characters of its escape.
                    String query = line.substring(tab + 1).replace("\\u000a", "\n");
                    screen.println(id + "\t" + awaited(query, watchdog));
                }
            }
            watchdog.shutdownNow();
            return Mill.FINE;
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "query");
        thread.setDaemon(true);
        return thread;
    }

    private String awaited(String query, ScheduledExecutorService watchdog) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        daemon(() -> outcome.complete(outcome(query, watchdog))).start();
        return outcome.completeOnTimeout(error(resource("time")), 2 * MILLIS_EACH, TimeUnit.MILLISECONDS).join();
    }

    private String outcome(String query, ScheduledExecutorService watchdog) {
        Machine machine = new Machine(program, Library.NONE, EACH);
        Future<?> alarm = watchdog.schedule(machine::interrupt, MILLIS_EACH, TimeUnit.MILLISECONDS);
        try {
            Term goal = Reader.term(query, machine.operators(), machine.flags()).term();
            return Boolean.toString(machine.once(goal));
        } catch (SyntaxError e) {
            return error(e.term());
        } catch (PrologError e) {
            return error(e.term() instanceof Struct ball && ball.is("error", 2) ? ball.arg(0) : e.term());
        } catch (Stop e) {
            return error(switch (e.reason()) {
                case INFERENCES -> resource("inferences");
                case MEMORY -> resource("memory");
                case DEPTH -> resource("depth");
                case INTERRUPT -> resource("time");
                case HALT -> Atom.of("halt");
            });
        } catch (Signal e) {
            return error(Atom.of("signal"));
        } catch (RuntimeException | StackOverflowError e) {
            return error(Struct.of("system_error", Atom.of(e.toString())));
        } finally {
            alarm.cancel(false);
        }
    }

    private static Term resource(String name) {
        return Struct.of("resource_error", Atom.of(name));
    }

    private static String error(Term formal) {
        return Writer.quoted().withMaxLength(SHOWN).write(Struct.of("error", formal));
    }
}

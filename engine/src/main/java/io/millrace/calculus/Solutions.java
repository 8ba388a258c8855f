package io.millrace.calculus;

import io.millrace.logic.machine.Machine;
import io.millrace.logic.read.Read;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Term;
import io.millrace.problem.RefusedException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answers to a question, computed lazily. Confined to one thread, except {@link #interrupt}; closing ends the search.
 *
 * <p>If the goal raises an error, the iteration ends with a {@link RefusedException} that names it.
 */
public final class Solutions implements Iterator<Solution>, AutoCloseable {
    private final String goal;
    private final Read read;
    private final Machine machine;
    private final io.millrace.logic.machine.Solutions solutions;
    private @Nullable Solution next;
    private boolean ended;

    Solutions(String goal, Read read, Machine machine) {
        this.goal = goal;
        this.read = read;
        this.machine = machine;
        this.solutions = machine.solve(read.term());
    }

    @Override
    public boolean hasNext() {
        if (next == null && !ended) {
            next = search();
            ended = next == null;
        }
        return next != null;
    }

    private @Nullable Solution search() {
        try {
            if (!solutions.next()) {
                return null;
            }
            Map<String, Term> bindings = new LinkedHashMap<>();
            read.names().forEach((name, variable) -> {
                if (!name.startsWith("_")) {
                    bindings.put(name, machine.copy(variable));
                }
            });
            return new Solution(bindings);
        } catch (PrologError e) {
            throw new RefusedException(Trouble.of(goal, e), e);
        } catch (Stop e) {
            throw new RefusedException(Trouble.of(goal, e), e);
        }
    }

    @Override
    public Solution next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more answers");
        }
        Solution found = Objects.requireNonNull(next);
        next = null;
        return found;
    }

    /** Ends a search that runs, from any thread: the one that searches gets a refusal. */
    public void interrupt() {
        machine.interrupt();
    }

    @Override
    public void close() {
        ended = true;
        solutions.close();
    }
}

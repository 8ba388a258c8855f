package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.draw.Figure;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One process, ready to run: the interface that every language implements. Immutable and safe for use by several threads; the state {@code
 * S} is confined to one thread.
 *
 * <p>{@code check} may refuse an intention, and records nothing. {@code react} and {@code intervene} are pure and total: they read their
 * arguments and the turn, and record their decisions. {@code apply} evaluates nothing. Execution, recovery and time travel use the same
 * {@code apply}.
 *
 * @param <S> the language's state of a case: mutable data, changed by {@code apply} only
 */
public interface Compiled<S> {
    /** The name of the language. */
    String language();

    /** A hash of this definition: equal definitions have equal fingerprints. */
    String fingerprint();

    /** The text it was compiled from, or null when it is made of Java objects. */
    default @Nullable String source() {
        return null;
    }

    /**
     * The version that the definition declares, or 0 if it declares none: then a new definition gets the next number. It is the number by
     * which cases are started, listed and migrated.
     */
    default int version() {
        return 0;
    }

    /** The names of the questions that its running cases answer. */
    default List<String> questions() {
        return List.of();
    }

    /**
     * The answer of a case to a question; changes nothing.
     *
     * @param now the instant at which it is asked
     * @throws RefusedException if the process has no such question
     */
    default Data answer(S state, String question, Instant now) {
        String known = questions().isEmpty() ? "it answers none" : "it answers " + String.join(", ", questions());
        throw new RefusedException(Code.NO_SUCH_QUESTION.with(contract().name(), question, known));
    }

    /** The properties of the process that the kernel needs. */
    Contract contract();

    /** The task of this name: its rules for retries and deadlines, and the types of its data. */
    Task task(String name);

    /**
     * An inner process, such as a sub-net, which this one offers as work by its {@link ProcessName}; null if there is
     * none of the name.
     */
    default @Nullable Compiled<?> inner(String name) {
        return null;
    }

    /** The pool of agents that the process defines, with the name of the process; null if there is none. A new version redefines the pool. */
    default @Nullable Pool agents() {
        return null;
    }

    /** The tasks that pools assign, as far as they are known before the process runs. A deployment warns if a task has no qualified agent. */
    default List<Task> pooled() {
        return List.of();
    }

    /** Deployment warnings: probable mistakes that are visible before the process runs. */
    default List<Finding> findings() {
        return List.of();
    }

    /** Proves properties of the process before a case starts. This may take a while; the engine calls it once for a new version. */
    default Proof proof() {
        return Proof.NONE;
    }

    /** The possible course of its cases, or null if it is not known. */
    default @Nullable Course course() {
        return null;
    }

    /** A picture of it, or null if there is none. */
    default @Nullable Figure figure() {
        return null;
    }

    /** The state before anything has happened. */
    S blank();

    /** The state of a case that has this input, before anything has happened. */
    default S blank(Data input) {
        return blank();
    }

    /** The refusal of an intention, or null if it is possible now. Records nothing. */
    @Nullable
    Problem check(S state, Intention what, CaseView view);

    /**
     * The participants who may not do a task now because of what they did in this case (separation of duties), in addition to those whom
     * its open work item already excludes. They may have done it after the work was offered.
     */
    default List<String> excluded(S state, String task) {
        return List.of();
    }

    /** Decides the consequences of a happening. */
    void react(S state, Happening what, Turn turn);

    /** Carries out an intervention that {@link #check} has not refused. */
    void intervene(S state, Intention.Intervention what, Turn turn);

    /** Applies an event to the state, without evaluating anything. */
    void apply(S state, ProcessEvent event);

    /**
     * Describes an event in a {@link Plan}: a sentence, or empty for an event that is only internal bookkeeping.
     *
     * @param state the state before the event is applied
     */
    default String describe(S state, ProcessEvent event) {
        return "";
    }

    /**
     * The name of an execution of a task in facts of the history, for a language that names executions and calls a case by its key; null
     * for other languages.
     */
    default @Nullable Data execution(S state, String task, String key) {
        return null;
    }

    /** The event as a fact of the history. */
    default Fact fact(S before, ProcessEvent event) {
        return Fact.of(event);
    }

    /**
     * The facts that an event can change. The function is called for the state before and after the event is applied; the difference are
     * the initiated and terminated facts. The cost depends only on what the event changes.
     *
     * @param event null for all facts that hold
     */
    default Function<S, List<Fact>> concern(S before, @Nullable ProcessEvent event) {
        return state -> List.of();
    }

    /** Reads the form that {@link ProcessEvent#write} writes. */
    ProcessEvent readEvent(In in);

    /** Writes the state for a snapshot. */
    void write(S state, Out out);

    /** Reads the state of a snapshot. */
    S read(In in);

    /** The case's data, for people. */
    Data data(S state);

    /** The current value of a name in the case's data, for callers that wait for it. */
    default Reading reading(S state, String name) {
        Data value = data(state).at(name);
        return value.isNothing() ? new Reading.NotYet() : new Reading.Here(value);
    }

    /** The outcome of {@link #reading}. */
    sealed interface Reading {
        /** The name has a value. */
        record Here(Data value) implements Reading {}

        /** The value is still missing. */
        record NotYet() implements Reading {}

        /** The value can never come. */
        record Never(String reason) implements Reading {}
    }

    /** The state of the case in the language's own terms: the tokens of a net, the goals of a program. */
    default Data standing(S state) {
        return Data.nothing();
    }

    /** Describes what happens next, one line for each flow. */
    List<String> next(S state);

    /** What an open work item waits for outside of this engine, in words, such as {@code case '17' of engine 'bank'}; null if that is not known. */
    default @Nullable String elsewhere(S state, int work) {
        return null;
    }

    /** What in the process waits for a timer, as in {@code task 'remind'}; null if that is not known. */
    default @Nullable String awaits(S state, int timer) {
        return null;
    }

    /** The names of its tasks, in their order; empty if the language does not know them in advance. */
    default List<String> tasks() {
        return List.of();
    }

    /**
     * The names of the places to which events of the language refer by number, from 0. Empty if events name places themselves. The engine
     * records the names when the process is deployed, so that its history can be read without its code.
     */
    default List<String> places() {
        return List.of();
    }

    /**
     * Explains why a task can or cannot happen now: which tokens, which place, which guard. The kernel adds its own reasons (work items,
     * delays, suspension).
     *
     * @return a claim that holds if the task can begin now; null if the language cannot say
     */
    default @Nullable Explanation<S> why(S state, String task, CaseView view) {
        return null;
    }

    /**
     * Decides whether a case of this version can continue under another version, and what changes. Records nothing; the answer contains the
     * results of a user's functions, so that replay does not call them.
     *
     * @param mapping old names to new ones, for what was renamed
     */
    Migrated migrate(S state, Compiled<?> to, Data mapping);

    /**
     * The same with the numbers of both versions, for a language whose migrations depend on them.
     *
     * @param from the version of the case
     * @param version the new version
     */
    default Migrated migrate(S state, int from, Compiled<?> to, int version, Data mapping) {
        return migrate(state, to, mapping);
    }

    /**
     * The state under the other version, which replaces this one. It evaluates nothing, and is total for changes that {@link #migrate} has
     * returned.
     */
    Object migrated(S state, Compiled<?> to, Data changes);

    /** The outcome of {@link #migrate}. */
    sealed interface Migrated {
        /**
         * @param changes renamed places and changed values, in the language's own form
         */
        record To(Data changes) implements Migrated {}

        /** The case cannot migrate, for this reason. */
        record Not(String reason) implements Migrated {}
    }
}

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
 * One process, ready to run: the shape that every language has.
 *
 * <p>{@code check} may refuse what somebody intends, and records nothing. {@code react} and {@code intervene} are pure and
 * total: they read the state, what happened or is to be done, and the turn, and record what they decide. {@code apply} is
 * arithmetic. Live running, recovery and time travel use the same {@code apply}.
 *
 * @param <S> the language's state of a case: mutable data, changed by {@code apply} only
 */
public interface Compiled<S> {
    /** The name of the language. */
    String language();

    /** What distinguishes this definition from any other: equal definitions have equal fingerprints. */
    String fingerprint();

    /** The text it was compiled from, or null when it is made of Java objects. */
    default @Nullable String source() {
        return null;
    }

    /**
     * The version that the definition declares, or 0 if it declares none: then the engine counts, and a new definition is the next
     * version. It is the number by which cases are started, listed and migrated.
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

    /** What the kernel must know about the process. */
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

    /**
     * The agents that the process brings along, a pool named as the process is; null if it brings none. A new version defines the
     * pool anew.
     */
    default @Nullable Pool agents() {
        return null;
    }

    /** The tasks that pools assign, as far as they can be seen before the process runs. Whoever deploys it is told if nobody can do one. */
    default List<Task> pooled() {
        return List.of();
    }

    /** Deployment warnings: what it can be seen to do wrong before it runs. */
    default List<Finding> findings() {
        return List.of();
    }

    /**
     * What can be proved about it before a case starts. It may take a while, and is asked for once when a version is new.
     */
    default Proof proof() {
        return Proof.NONE;
    }

    /** The course of its cases as far as it can be seen, or null if nothing of it can. */
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

    /** Why this intention makes no sense now, or null when it does. Records nothing. */
    @Nullable
    Problem check(S state, Intention what, CaseView view);

    /** Decides what follows from something that has happened. */
    void react(S state, Happening what, Turn turn);

    /** Carries out an intervention that {@link #check} has not refused. */
    void intervene(S state, Intention.Intervention what, Turn turn);

    void apply(S state, ProcessEvent event);

    /**
     * What an event means to the people who read a {@link Plan}: a sentence, or empty for an event that only keeps the
     * books.
     *
     * @param state the state before the event is applied
     */
    default String describe(S state, ProcessEvent event) {
        return "";
    }

    /**
     * How facts of the history name an execution of a task, in a language that names those and calls a case by its key; null in one
     * that does not.
     */
    default @Nullable Data execution(S state, String task, String key) {
        return null;
    }

    /** The event as a fact of the history. */
    default Fact fact(S before, ProcessEvent event) {
        return Fact.of(event);
    }

    /**
     * What holds, of all that an event can change: asked of the state before and after the event is applied, the difference is what
     * it has initiated and terminated. It costs what the event touches.
     *
     * @param event null for all that holds
     */
    default Function<S, List<Fact>> concern(S before, @Nullable ProcessEvent event) {
        return state -> List.of();
    }

    ProcessEvent readEvent(In in);

    void write(S state, Out out);

    S read(In in);

    /** The case's data as people see it. */
    Data data(S state);

    /** What stands under a name in the case's data now: how those outside wait for a value. */
    default Reading reading(S state, String name) {
        Data value = data(state).at(name);
        return value.isNothing() ? new Reading.NotYet() : new Reading.Here(value);
    }

    /** The outcome of {@link #reading}. */
    sealed interface Reading {
        record Here(Data value) implements Reading {}

        record NotYet() implements Reading {}

        record Never(String reason) implements Reading {}
    }

    /** Where the case stands in the language's own terms: the tokens of a net, the goals of a program. */
    default Data standing(S state) {
        return Data.nothing();
    }

    /** What will happen next, one line for each flow. */
    List<String> next(S state);

    /** What in the process waits for a timer, as in {@code task 'remind'}; null if that is not known. */
    default @Nullable String awaits(S state, int timer) {
        return null;
    }

    /** The names of its tasks, in their order; empty where the language cannot tell them before they happen. */
    default List<String> tasks() {
        return List.of();
    }

    /**
     * The places that events of the language speak of by number, as people name them: the place with number 3 is the fourth. Empty where
     * events name places themselves. They are recorded when the process is deployed, so that its history can be read without its code.
     */
    default List<String> places() {
        return List.of();
    }

    /**
     * Why a task can happen now or cannot: which tokens, which place, which guard. What the kernel knows (work items, delays,
     * suspension) is not part of it.
     *
     * @return a claim that holds if the task can begin now; null if the language cannot say
     */
    default @Nullable Explanation<S> why(S state, String task, CaseView view) {
        return null;
    }

    /**
     * Decides whether a case of this version can go on under another version, and what changes then. Records nothing; the
     * results of a user's functions are in the answer, so that nothing calls them again.
     *
     * @param mapping old names to new ones, for what was renamed
     */
    Migrated migrate(S state, Compiled<?> to, Data mapping);

    /**
     * The same with the numbers of both versions, for a language whose migrations depend on them.
     *
     * @param from the version of the case
     * @param version the version that it goes on under
     */
    default Migrated migrate(S state, int from, Compiled<?> to, int version, Data mapping) {
        return migrate(state, to, mapping);
    }

    /**
     * The state under the other version, which takes the place of this one: arithmetic, and total for changes that
     * {@link #migrate} has answered.
     */
    Object migrated(S state, Compiled<?> to, Data changes);

    /** The outcome of {@link #migrate}. */
    sealed interface Migrated {
        /** @param changes what is renamed and what gets another value, in the language's own form */
        record To(Data changes) implements Migrated {}

        record Not(String reason) implements Migrated {}
    }
}

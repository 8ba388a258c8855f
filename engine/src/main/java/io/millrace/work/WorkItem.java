package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.id.WorkId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One occurrence of a task in a case, in its current state. Immutable: an event creates the next value.
 *
 * @param id the item's id
 * @param task the name of the task
 * @param doer its performer
 * @param performers the people to whom it is offered
 * @param state its state
 * @param resumesTo the state to which a suspended item returns
 * @param holder the participant to whom it is allocated, or who has started it
 * @param attempt which attempt of automatic work is running, counted from 1; 0 before the first
 * @param priority higher comes first
 * @param offered when it was offered
 * @param due when it should be done
 * @param input its input
 * @param incident why it is an incident, which waits for a person, or null if it is none
 * @param child the number of the sub-case that carries it out, or 0
 * @param deadline the number of the timer that watches its deadline, or 0
 * @param delayed what a delayed attempt to change it (for automatic work: its result) waits for, or null if there is none
 * @param placed the pool in which it waits or is assigned, or null if it is in no pool
 */
public record WorkItem(
        WorkId id,
        String task,
        Doer doer,
        Performers performers,
        WorkState state,
        @Nullable WorkState resumesTo,
        @Nullable String holder,
        int attempt,
        int priority,
        Instant offered,
        @Nullable Instant due,
        Data input,
        @Nullable String incident,
        int child,
        int deadline,
        @Nullable String delayed,
        @Nullable Placed placed) {

    /**
     * A work item's place in a pool.
     *
     * @param ticket the ticket of its place in the pool; each placement has a new one
     */
    public record Placed(String pool, long ticket) {}

    /** An item without a pool. */
    public WorkItem(
            WorkId id,
            String task,
            Doer doer,
            Performers performers,
            WorkState state,
            @Nullable WorkState resumesTo,
            @Nullable String holder,
            int attempt,
            int priority,
            Instant offered,
            @Nullable Instant due,
            Data input,
            @Nullable String incident,
            int child,
            int deadline,
            @Nullable String delayed) {
        this(
                id, task, doer, performers, state, resumesTo, holder, attempt, priority, offered, due, input, incident, child, deadline, delayed, null);
    }

    /** The same item, allocated to a participant. */
    public WorkItem allocated(String to) {
        return with(WorkState.ALLOCATED, null, to, attempt, incident);
    }

    /** The same item, offered again. */
    public WorkItem released() {
        return with(WorkState.OFFERED, null, null, attempt, incident);
    }

    /** The same item, started by a participant or by a handler. */
    public WorkItem started(@Nullable String by) {
        return with(WorkState.STARTED, null, by, attempt, incident);
    }

    /** The same item, suspended. */
    public WorkItem suspended() {
        return with(WorkState.SUSPENDED, state, holder, attempt, incident);
    }

    /** The same item in the state that it had before it was suspended. */
    public WorkItem resumed() {
        return with(resumesTo == null ? state : resumesTo, null, holder, attempt, incident);
    }

    /** The same item at its end. */
    public WorkItem ended(WorkState end) {
        return with(end, null, holder, attempt, null);
    }

    /** The same automatic item between two attempts. */
    public WorkItem waiting() {
        return with(WorkState.OFFERED, null, null, attempt, incident);
    }

    /** The same item before its first attempt. */
    public WorkItem held() {
        return with(WorkState.OFFERED, null, null, 0, incident);
    }

    /** The same item on its next attempt, carried out by this sub-case or by none (0). */
    public WorkItem attempted(int attempt, int child) {
        return new WorkItem(
                id, task, doer, performers, WorkState.STARTED, null, holder, attempt, priority, offered, due, input, null, child, deadline, null, placed);
    }

    /** The same item as an incident, or as none. */
    public WorkItem incident(@Nullable String reason) {
        return with(state, resumesTo, holder, attempt, reason);
    }

    /** The same item, offered to others with another priority. */
    public WorkItem reoffered(Performers performers, int priority) {
        return new WorkItem(
                id, task, doer, performers, state, resumesTo, holder, attempt, priority, offered, due, input, incident, child, deadline, delayed, placed);
    }

    /** The same item with an attempt that waits, or with none (null). */
    public WorkItem delayed(@Nullable String reason) {
        return new WorkItem(
                id, task, doer, performers, state, resumesTo, holder, attempt, priority, offered, due, input, incident, child, deadline, reason, placed);
    }

    /** The same item with the timer that watches its deadline. */
    public WorkItem deadline(int timer) {
        return new WorkItem(
                id, task, doer, performers, state, resumesTo, holder, attempt, priority, offered, due, input, incident, child, timer, delayed, placed);
    }

    private WorkItem with(
            WorkState state, @Nullable WorkState resumesTo, @Nullable String holder, int attempt, @Nullable String incident) {
        return new WorkItem(
                id, task, doer, performers, state, resumesTo, holder, attempt, priority, offered, due, input, incident, child, deadline, delayed, placed);
    }

    /** The same item in a pool, or in none (null). */
    public WorkItem placed(@Nullable Placed place) {
        return new WorkItem(
                id, task, doer, performers, state, resumesTo, holder, attempt, priority, offered, due, input, incident, child, deadline, delayed, place);
    }

    /** Whether a pool assigns it. */
    public boolean isPooled() {
        return performers.pool() != null;
    }

    /** Whether the engine itself calls the performer. */
    public boolean isAutomatic() {
        return doer.isAutomatic();
    }
}

package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.IntMap;
import org.jspecify.annotations.Nullable;

/**
 * What a case knows of one task beyond its counters: the offer, timer or wait that stands for an enabled task, and the work
 * items of the instances of an entered one. Zero means none wherever there is a number.
 */
final class TaskState {
    /** The work item by whose start the task is entered. */
    int offer;

    int timer;
    int ticket;

    int max;
    int threshold;
    /** Instances ever made since the task was entered; their numbers are never used again. */
    int made;
    /** Instances that are entered and have no work item yet. */
    int owed;

    /** Instances by work item; those that nobody has started yet are in {@link #waiting} as well. */
    final IntMap<Integer> instances = new IntMap<>();

    final IntMap<Boolean> waiting = new IntMap<>();
    /** What completed instances gave back, by instance. */
    final IntMap<Data> outputs = new IntMap<>();
    /** Whether the outputs have reached the variables already. */
    boolean taken;
    /** What it waited for, if that is there and nothing could be made of it yet. */
    @Nullable Data happened;
    /** Whether it could exit, and waits until one of its branches is open. */
    boolean deferred;
    /** Why it cannot go on, or empty. */
    String trouble = "";

    boolean isReadied() {
        return offer != 0 || timer != 0 || ticket != 0;
    }
}

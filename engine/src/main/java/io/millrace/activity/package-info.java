/**
 * Java activities: the language of the micro-workflow paper on the kernel.
 *
 * <p>There are two realms, as in the paper. The process realm has {@link io.millrace.activity.Activity} objects: immutable definitions,
 * created with {@link io.millrace.activity.Activities} and deployed as an {@link io.millrace.activity.ActivityProcess}. The enactment realm
 * has {@link io.millrace.activity.Continuation} objects, which activities build and a trampoline applies, one after the other:
 *
 * <pre>
 *  stimulus ──▶ flow ──▶ continuation ──▶ apply ──▶ the next continuation ─┐
 *               (frames      ▲                                             │
 *                in the      └───────────────── while it runs ◀────────────┘
 *                state)      it waits: the frames are recorded; it ends or fails: the flow around it goes on
 * </pre>
 *
 * The Java stack holds one {@code apply} at a time, regardless of the length of a process. A continuation is data: a place in the
 * definition and a small state for each enclosing activity, so the engine can store, show and change it. Depends on {@code kernel}, {@code
 * work}, {@code data}, {@code id} and {@code problem}; knows no other language.
 */
@NullMarked
package io.millrace.activity;

import org.jspecify.annotations.NullMarked;

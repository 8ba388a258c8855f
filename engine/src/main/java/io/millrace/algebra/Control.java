package io.millrace.algebra;

import java.util.List;
import java.util.Locale;

/**
 * Who can make an event happen or not happen: the attributes of its declaration, as the specification's table has them. An agent
 * asks before a flexible or an inevitable event; it announces an immediate one; it performs a triggerable one on request.
 */
public enum Control {
    /** The agent asks, waits and accepts a refusal; it may also decide that the event will not happen. */
    FLEXIBLE(false, true, false, true),
    /** The agent asks and waits, and accepts no refusal; it will ask. */
    INEVITABLE(false, false, true, false),
    /** The agent does not ask: it announces that the event has happened, or that it will not. */
    IMMEDIATE(true, true, false, false),
    /** The agent performs it on request, and does not fail. */
    TRIGGERABLE(false, false, true, true),
    /** The agent performs it on request, and may ask for it by itself as well. */
    FLEXIBLE_TRIGGERABLE(false, false, true, true),
    /** The agent performs it on request, but may report that it will never happen. */
    UNRELIABLE(false, true, true, true),
    /** The agent chooses when, never refuses, but does it only after its cause, which an assumption gives. */
    GUARANTEED(true, false, false, true);

    private final boolean forced;
    private final boolean forcedNot;
    private final boolean caused;
    private final boolean causedNot;

    Control(boolean forced, boolean forcedNot, boolean caused, boolean causedNot) {
        this.forced = forced;
        this.forcedNot = forcedNot;
        this.caused = caused;
        this.causedNot = causedNot;
    }

    /** Whether the environment can bring about the event, or its complement, without asking. */
    public boolean canForce(boolean complement) {
        return complement ? forcedNot : forced;
    }

    /** Whether the scheduler can bring about the event, or its complement, when it wants to. */
    public boolean canCause(boolean complement) {
        return complement ? causedNot : caused;
    }

    /** Whether the scheduler may ask an agent to perform it. */
    public boolean isTriggerable() {
        return this == TRIGGERABLE || this == FLEXIBLE_TRIGGERABLE || this == UNRELIABLE;
    }

    /** Whether the agent does it without being asked, once it may. */
    public boolean isWilling() {
        return this != TRIGGERABLE && this != UNRELIABLE;
    }

    /** Whether an attempt may be made to wait. */
    public boolean isDelayable() {
        return this != IMMEDIATE && this != GUARANTEED;
    }

    /** Whether an attempt may be refused. */
    public boolean isRefusable() {
        return this == FLEXIBLE || isTriggerable();
    }

    /** Its keyword in a file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static List<String> words() {
        return List.of(values()).stream().filter(each -> each != FLEXIBLE_TRIGGERABLE).map(Control::word).toList();
    }
}

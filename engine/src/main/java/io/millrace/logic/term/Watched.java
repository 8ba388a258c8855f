package io.millrace.logic.term;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A variable at which goals wait, an attributed variable: to bind it wakes them.
 *
 * <p>Its serial number is smaller than that of every other variable, for two reasons. Of two variables the older one stays
 * unbound, so an ordinary one is bound to it and never the other way round. And binding it always takes the path of a
 * variable that goes on the trail, where the machine looks for goals to wake; ordinary bindings need no question of their
 * own. The true age is kept in a field.
 */
public final class Watched extends Var {
    private static final long FIRST = Long.MIN_VALUE;

    private final long age;
    private @Nullable Queue queue;

    /** The goals that wait at a variable, newest first; those that have run may still be among them. */
    public record Queue(Delayed newest, @Nullable Queue older) {}

    /** @param age the number that a variable made now would have */
    public Watched(long age) {
        super(FIRST + age);
        this.age = age;
    }

    /** The age of the variable, compared with marks. */
    public long age() {
        return age;
    }

    /** The goals that wait here; null if there are none. */
    public @Nullable Queue queue() {
        return queue;
    }

    /** Replaces the goals that wait here; only the machine does so. */
    public void queue(@Nullable Queue goals) {
        queue = goals;
    }

    /** The goals that still wait here, oldest first. */
    public Collection<Delayed> delayed() {
        Deque<Delayed> goals = new ArrayDeque<>();
        for (Queue at = queue; at != null; at = at.older()) {
            if (!at.newest().done()) {
                goals.push(at.newest());
            }
        }
        return goals;
    }

    @Override
    public String name() {
        return "_G" + age;
    }
}

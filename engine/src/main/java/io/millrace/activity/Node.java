package io.millrace.activity;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A place in a process: one occurrence of an activity in the tree. Places are numbered from left to right; messages name them by path, such
 * as {@code sequence/2/then}. Immutable.
 */
public final class Node {
    private static final Node[] NONE = {};

    private final Activity activity;
    private final @Nullable Node parent;
    private final int position;
    private final int index;
    private final Node[] children;

    Node(Activity activity, @Nullable Node parent, int position, int index) {
        this.activity = activity;
        this.parent = parent;
        this.position = position;
        this.index = index;
        int count = activity.children().size();
        this.children = count == 0 ? NONE : new Node[count];
    }

    void child(int position, Node child) {
        children[position] = child;
    }

    /** The activity at this place. */
    public Activity activity() {
        return activity;
    }

    /** The place around this one; null for the process itself. */
    public @Nullable Node parent() {
        return parent;
    }

    /** Which child of its parent it is, counted from 0. */
    public int position() {
        return position;
    }

    /** Its number in the process. */
    int index() {
        return index;
    }

    /** The place of a child, counted from 0. */
    public Node child(int child) {
        return children[child];
    }

    int count() {
        return children.length;
    }

    /** Begins the activity at this place. */
    public Continuation continuation(Continuation next) {
        return activity.continuation(this, next);
    }

    /** Whether a flow of its own begins here. */
    boolean beginsFlow() {
        return parent == null || parent.activity.forks(position);
    }

    /** The place where the flow begins that comes through here. */
    Node flowRoot() {
        Node at = this;
        while (at.parent != null && !at.beginsFlow()) {
            at = at.parent;
        }
        return at;
    }

    boolean isWithin(Node other) {
        Node at = this;
        while (at != null && at != other) {
            at = at.parent;
        }
        return at != null;
    }

    /** Its path, as messages name it. */
    public String path() {
        Deque<String> steps = new ArrayDeque<>();
        for (Node at = this; at.parent != null; at = at.parent) {
            steps.push(at.parent.activity.childName(at.position));
        }
        return String.join("/", steps);
    }

    /** Kind, name and path, for people. */
    @Override
    public String toString() {
        return path() + " (" + activity.title() + ")";
    }
}

package io.millrace.activity;

import io.millrace.data.Data;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All places of a process, by number and by path. Nothing here recurses: a process may be long and deep. */
final class Definition {
    private static final long MOST_CHARACTERS = 1 << 20;

    private final Node[] nodes;
    private final boolean extended;
    private final Set<String> separated = new HashSet<>();
    private final Map<String, Set<String>> notBy = new HashMap<>();

    Definition(Activity process) {
        List<Node> all = new ArrayList<>();
        record Open(Activity activity, @Nullable Node parent, int position) {}
        Deque<Open> open = new ArrayDeque<>();
        open.push(new Open(process, null, 0));
        while (!open.isEmpty()) {
            Open at = open.pop();
            Node node = new Node(at.activity(), at.parent(), at.position(), all.size());
            all.add(node);
            if (at.parent() != null) {
                at.parent().child(at.position(), node);
            }
            List<Activity> children = at.activity().children();
            for (int i = children.size() - 1; i >= 0; i--) {
                open.push(new Open(children.get(i), node, i));
            }
        }
        nodes = all.toArray(new Node[0]);
        for (Node node : all) {
            if (node.activity() instanceof WorkActivity work) {
                separated.addAll(work.notBy());
                notBy.computeIfAbsent(work.name(), task -> new TreeSet<>()).addAll(work.notBy());
            }
        }
        extended = !all.stream().allMatch(node -> isOurs(node.activity()));
    }

    /** Whether the doers of this task may not do another one. */
    boolean isSeparated(String task) {
        return separated.contains(task);
    }

    /** The tasks whose doers may not do this one. */
    Set<String> notBy(String task) {
        return notBy.getOrDefault(task, Set.of());
    }

    /** Whether it has activities of types that a user has added. */
    boolean isExtended() {
        return extended;
    }

    /** Whether an activity or a continuation is of a type that Millrace brings. */
    static boolean isOurs(Object object) {
        return object.getClass().getPackageName().equals(Definition.class.getPackageName());
    }

    /** The process itself, around everything. */
    Node root() {
        return nodes[0];
    }

    Node node(int index) {
        return nodes[index];
    }

    int size() {
        return nodes.length;
    }

    /** The paths of all places, by number; the process itself has the empty one. None if they are long together: nesting is very deep then. */
    List<String> paths() {
        List<String> paths = new ArrayList<>(nodes.length);
        long characters = 0;
        for (Node node : nodes) {
            Node parent = node.parent();
            String around = parent == null ? "" : paths.get(parent.index());
            String step = parent == null ? "" : parent.activity().childName(node.position());
            String path = around.isEmpty() ? step : around + "/" + step;
            characters += path.length();
            if (characters > MOST_CHARACTERS) {
                return List.of();
            }
            paths.add(path);
        }
        return paths;
    }

    /** The place that a path names, or null. */
    @Nullable Node find(String path) {
        Node at = root();
        int from = 0;
        while (from <= path.length()) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            int child = at.activity().childNamed(path.substring(from, to));
            if (child < 0 || child >= at.count()) {
                return null;
            }
            at = at.child(child);
            from = to + 1;
        }
        return at;
    }

    /** The places that a path names, or whose activity has this name. */
    List<Node> named(String pathOrName) {
        Node exact = find(pathOrName);
        if (exact != null) {
            return List.of(exact);
        }
        List<Node> found = new ArrayList<>();
        for (Node node : nodes) {
            if (node.activity().name().equals(pathOrName)) {
                found.add(node);
            }
        }
        return found;
    }

    /** What a flow has yet to do. */
    Continuation continuation(Flow flow) {
        Node at = nodes[flow.place.node()];
        Deque<Node> inwards = new ArrayDeque<>(4);
        for (Node node = at; node != null; node = node.index() == flow.root ? null : node.parent()) {
            inwards.push(node);
        }
        Continuation k = Stop.ENDED;
        Node around = inwards.pop();
        while (!inwards.isEmpty()) {
            Node inner = inwards.pop();
            Data state = flow.place.stateOf(around.index());
            k = around.activity().resume(around, inner.position(), state, k);
            around = inner;
        }
        return around.activity().resume(around, -1, flow.place.state(), k);
    }

    /** The place of a continuation, and what it waits for there. */
    static Flow.Place place(Continuation k, Flow.Kind kind, int number) {
        List<Flow.Frame> around = new ArrayList<>(0);
        for (Continuation next = k.next(); next.runs(); next = next.next()) {
            Data state = next.state();
            if (!state.isNothing()) {
                around.add(new Flow.Frame(next.here().index(), state));
            }
        }
        return new Flow.Place(k.here().index(), k.state(), List.copyOf(around), kind, number);
    }

    /**
     * A hash over the structure: types, names, slots, constants. Of a function only its presence counts, so changed code
     * inside one is not seen.
     */
    String fingerprint(Data contract) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(contract.normal().toBytes());
            for (Node node : nodes) {
                digest.update(node.activity().kind().getBytes(StandardCharsets.UTF_8));
                digest.update(Data.items(node.activity().name(), node.activity().describe().normal(), node.count()).toBytes());
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

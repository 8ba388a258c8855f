package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.language.Compiled.Migrated;
import io.millrace.language.UserCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes a case from one version of a process to another: every activity on the continuation of every flow must be there in
 * the new version too, at the same path (or at the one that the mapping gives for it, or for an activity around it), of the
 * same kind and with the same name, inside the same activities.
 */
final class ActivityMigration {
    private static final String NODES = "nodes";
    private static final String RENAMED = "renamed";
    private static final String SET = "set";
    private static final String GONE = "gone";

    private final ActivityProcess from;
    private final ActivityProcess to;
    private final int fromVersion;
    private final int toVersion;
    private final Data mapping;
    private final Set<String> missing = new TreeSet<>();
    /** Places whose number is another one in the new version. */
    private final Map<String, Integer> moved = new TreeMap<>();
    /** Places whose path is another one in the new version. */
    private final Map<String, String> renamed = new TreeMap<>();

    ActivityMigration(ActivityProcess from, int fromVersion, ActivityProcess to, int toVersion, Data mapping) {
        this.from = from;
        this.fromVersion = fromVersion;
        this.to = to;
        this.toVersion = toVersion;
        this.mapping = mapping;
    }

    Migrated of(ActivityState old) {
        old.flows.forEach((number, flow) -> look(flow));
        if (!missing.isEmpty()) {
            return new Migrated.Not(String.join("; ", missing));
        }
        Data changes = Data.fields(NODES, moved);
        changes = renamed.isEmpty() ? changes : changes.with(RENAMED, renamed);
        return new Migrated.To(changes.merge(upgrades(old.slots)));
    }

    private void look(Flow flow) {
        checkAround(from.definition().node(flow.place.node()), flow.root);
        look(flow.root);
        look(flow.place.node());
        flow.place.around().forEach(frame -> look(frame.node()));
        flow.undos().forEach(undo -> look(undo.node()));
    }

    /** Finds a place in the new version, and remembers it if its number or its path is another one there. */
    private void look(int old) {
        Node node = from.definition().node(old);
        Node found = find(node);
        if (found != null && found.index() != old) {
            moved.put(Integer.toString(old), found.index());
        }
        if (found != null && !found.path().equals(node.path())) {
            renamed.put(node.path(), found.path());
        }
    }

    /** The slots that the upgrades of the new version change, add or leave out. */
    private Data upgrades(Slots slots) {
        Map<String, Data> before = new LinkedHashMap<>();
        slots.forEach((name, slot) -> {
            if (slot instanceof Slot.Value value) {
                before.put(name, value.data());
            }
        });
        Data data = Data.Fields.of(before);
        for (Map.Entry<Integer, UnaryOperator<Data>> upgrade :
                to.upgrades().subMap(fromVersion, Math.max(fromVersion, toVersion)).entrySet()) {
            Data older = data;
            data = UserCode.call(
                    to.contract().name(),
                    "the upgrade from version " + upgrade.getKey(),
                    () -> upgrade.getValue().apply(older));
        }
        Map<String, Data> after = data.asMap();
        Map<String, Data> set = new LinkedHashMap<>();
        after.forEach((name, value) -> {
            if (!value.equals(before.get(name))) {
                set.put(name, value);
            }
        });
        List<String> gone = before.keySet().stream().filter(name -> !after.containsKey(name)).toList();
        Data changes = Data.fields();
        changes = set.isEmpty() ? changes : changes.with(SET, Data.Fields.of(set));
        return gone.isEmpty() ? changes : changes.with(GONE, gone);
    }

    /** The state under the new version; the old one is used up by that. */
    static ActivityState apply(ActivityState old, Data changes) {
        Data nodes = changes.at(NODES);
        ActivityState state = new ActivityState();
        state.lastFlow = old.lastFlow;
        state.lastUndo = old.lastUndo;
        state.slots = slots(old.slots, changes);
        old.forEachSent((number, work) ->
                state.addSent(number, new ActivityState.Sent(work.owner, work.scope, work.slot)));
        old.flows.forEach((number, flow) -> state.add(moved(flow, nodes)));
        state.ownSent();
        state.sameDoers(old);
        return state;
    }

    private static Flow moved(Flow old, Data nodes) {
        List<Flow.Frame> around = new ArrayList<>();
        for (Flow.Frame frame : old.place.around()) {
            around.add(new Flow.Frame(number(nodes, frame.node()), frame.state()));
        }
        Flow flow = new Flow(old.number, old.parent, number(nodes, old.root));
        flow.place = new Flow.Place(
                number(nodes, old.place.node()), old.place.state(), around, old.place.kind(), old.place.number());
        flow.forked = old.forked;
        flow.locals = old.locals;
        for (Flow.Undo undo : old.undos()) {
            flow.addUndo(new Flow.Undo(undo.order(), number(nodes, undo.node()), undo.locals()));
        }
        return flow;
    }

    private static int number(Data nodes, int old) {
        Data other = nodes.at(Integer.toString(old));
        return other.isNothing() ? old : other.asInt();
    }

    private static Slots slots(Slots old, Data changes) {
        Data set = changes.at(SET);
        Set<String> gone = new HashSet<>();
        if (changes.at(GONE) instanceof Data.Items items) {
            items.asList().forEach(name -> gone.add(name.text()));
        }
        Slots slots = new Slots();
        old.forEach((name, slot) -> {
            if (!gone.contains(name)) {
                slots.put(name, slot);
            }
        });
        if (set instanceof Data.Fields fields) {
            fields.asMap().forEach((name, value) -> slots.put(name, new Slot.Value(value)));
        }
        return slots;
    }

    /** What is around a place must be around it in the new version, or its continuation would be another one. */
    private void checkAround(Node place, int root) {
        for (Node at = place; at.index() != root; ) {
            Node parent = at.parent();
            if (parent == null) {
                return;
            }
            Node newAt = find(at);
            Node newParent = find(parent);
            if (newAt != null && newParent != null && newAt.parent() != newParent) {
                missing.add("'" + at.path() + "' is no longer part of '" + parent.path() + "'");
            }
            at = parent;
        }
    }

    private @Nullable Node find(Node old) {
        if (old.parent() == null) {
            return to.definition().root();
        }
        String path = mapped(old.path());
        Node found = to.definition().find(path);
        if (found == null) {
            missing.add("there is no '" + path + "'");
        } else if (!found.activity().kind().equals(old.activity().kind())
                || !found.activity().name().equals(old.activity().name())) {
            missing.add("'" + path + "' is a " + found.activity().title() + ", not a "
                    + old.activity().title());
            return null;
        }
        return found;
    }

    /** The path as the mapping has it: for the place itself, or for the nearest one around it that is mapped. */
    private String mapped(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            Data to = mapping.at(path.substring(0, end));
            if (to instanceof Data.Text text) {
                return text.value() + path.substring(end);
            }
        }
        return path;
    }
}

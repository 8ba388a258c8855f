package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.language.Compiled.Migrated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes a case from one version of a process to another: every activity on the continuation of every flow must be there in
 * the new version too, at the same path (or at the one that the mapping gives for it, or for an activity around it), of the
 * same kind and with the same name, inside the same activities.
 */
final class ActivityMigration {
    private final ActivityProcess from;
    private final ActivityProcess to;
    private final Data mapping;
    private final Set<String> missing = new TreeSet<>();

    ActivityMigration(ActivityProcess from, ActivityProcess to, Data mapping) {
        this.from = from;
        this.to = to;
        this.mapping = mapping;
    }

    Migrated of(ActivityState old) {
        ActivityState state = new ActivityState();
        state.lastFlow = old.lastFlow;
        state.lastUndo = old.lastUndo;
        state.slots = upgraded(old.slots);
        old.forEachSent((number, work) ->
                state.addSent(number, new ActivityState.Sent(work.owner, work.scope, work.slot)));
        old.flows.forEach((number, flow) -> state.flows.put(number, moved(flow)));
        if (!missing.isEmpty()) {
            return new Migrated.Not(String.join("; ", missing));
        }
        Out out = new Out();
        state.write(out);
        return new Migrated.To(out.toBytes());
    }

    private Flow moved(Flow old) {
        Node place = from.definition().node(old.place.node());
        checkAround(place, old.root);
        List<Flow.Frame> around = new ArrayList<>();
        for (Flow.Frame frame : old.place.around()) {
            around.add(new Flow.Frame(index(frame.node()), frame.state()));
        }
        Flow flow = new Flow(old.number, old.parent, index(old.root));
        flow.place = new Flow.Place(
                index(old.place.node()), old.place.state(), around, old.place.kind(), old.place.number());
        flow.forked = old.forked;
        flow.locals = old.locals;
        for (Flow.Undo undo : old.undos()) {
            flow.addUndo(new Flow.Undo(undo.order(), index(undo.node()), undo.locals()));
        }
        return flow;
    }

    /** What is around a place must be around it in the new version, or its continuation would be another one. */
    private void checkAround(Node place, int root) {
        for (Node at = place; at.index() != root; ) {
            Node parent = at.parent();
            if (parent == null) {
                return;
            }
            Node new1 = find(at);
            Node new2 = find(parent);
            if (new1 != null && new2 != null && new1.parent() != new2) {
                missing.add("'" + at.path() + "' is no longer part of '" + parent.path() + "'");
            }
            at = parent;
        }
    }

    private int index(int old) {
        Node found = find(from.definition().node(old));
        return found == null ? 0 : found.index();
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

    private Slots upgraded(Slots old) {
        Map<String, Data> values = new LinkedHashMap<>();
        Slots slots = new Slots();
        old.forEach((name, slot) -> {
            if (slot instanceof Slot.Value value) {
                values.put(name, value.data());
            } else {
                slots.put(name, slot);
            }
        });
        Data data = Data.Fields.of(values);
        for (UnaryOperator<Data> upgrade :
                to.upgrades().subMap(from.version(), Math.max(from.version(), to.version())).values()) {
            data = upgrade.apply(data);
        }
        data.asMap().forEach((name, value) -> slots.put(name, new Slot.Value(value)));
        return slots;
    }
}

package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.IntMap;
import io.millrace.work.WorkCodec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state of one case: its slots, its flows, and the work that will fill slots. Only {@link #apply} changes it, without evaluating
 * anything. Confined to the thread of its lane.
 *
 * <p>Most waiting cases have only a few flows, and there are very many such cases, so the state is small: it finds waiting flows by a
 * linear search, and builds an index only if there are more flows.
 */
public final class ActivityState {
    static final Form<Function<In, ActivityState>> FORM =
            Form.<Function<In, ActivityState>>first("a case of activities", ActivityState::readFirst).next(ActivityState::readSecond);

    /** The number of the flow with which a case begins. Its slots are those of the case. */
    static final int MAIN = 1;

    /** Work that was sent off and is under way: whose it is, which slot it fills, and who waits for that. */
    static final class Sent {
        int owner;
        /** The flow whose local slot it fills, or {@link #MAIN} for a slot of the case. */
        final int scope;

        final @Nullable String slot;
        @Nullable TreeSet<Integer> readers;

        Sent(int owner, int scope, @Nullable String slot) {
            this.owner = owner;
            this.scope = scope;
            this.slot = slot;
        }
    }

    /** So many flows are looked at one by one. */
    private static final int FEW = 8;

    /** Which flow waits for what. Invariant: it holds exactly what the places of the flows say, so it is never written. */
    private static final class Index {
        final IntMap<Flow> work = new IntMap<>();
        final IntMap<Flow> timers = new IntMap<>();
        final IntMap<Flow> tickets = new IntMap<>();

        @Nullable IntMap<Flow> of(Flow.Kind kind) {
            return switch (kind) {
                case WORK -> work;
                case TIMER -> timers;
                case SIGNAL -> tickets;
                case NOTHING, FUTURE, FLOWS, SENT -> null;
            };
        }
    }

    Slots slots = new Slots();
    int lastFlow;
    int lastUndo;
    final IntMap<Flow> flows = new IntMap<>();
    private @Nullable IntMap<Sent> sent;
    private @Nullable Index index;
    /** Who has started the tasks whose doers may not do another one. */
    private Map<String, List<String>> doers = Map.of();

    ActivityState() {}

    /** A case that has not begun: its input is in its slots. */
    static ActivityState begun(Data input, Node root) {
        ActivityState state = new ActivityState();
        if (input instanceof Data.Fields fields) {
            fields.asMap().forEach((name, value) -> state.slots.put(name, new Slot.Value(value)));
        } else if (!input.isNothing()) {
            state.slots.put("input", new Slot.Value(input));
        }
        state.add(new Flow(MAIN, 0, root.index()));
        return state;
    }

    @Nullable Flow flow(int number) {
        return flows.get(number);
    }

    @Nullable Flow waitingForWork(int work) {
        return waitingFor(Flow.Kind.WORK, work);
    }

    @Nullable Flow waitingForTimer(int timer) {
        return waitingFor(Flow.Kind.TIMER, timer);
    }

    @Nullable Flow waitingForTicket(int ticket) {
        return waitingFor(Flow.Kind.SIGNAL, ticket);
    }

    private @Nullable Flow waitingFor(Flow.Kind kind, int number) {
        IntMap<Flow> indexed = index == null ? null : index.of(kind);
        if (indexed != null) {
            return indexed.get(number);
        }
        for (int each : flows.keys()) {
            Flow flow = flows.get(each);
            if (flow != null && flow.waitsFor(kind, number)) {
                return flow;
            }
        }
        return null;
    }

    /** The work of this number that was sent off and is under way, or null. */
    @Nullable Sent sent(int work) {
        return sent == null ? null : sent.get(work);
    }

    boolean isSomethingSent() {
        return sent != null;
    }

    void forEachSent(BiConsumer<Integer, Sent> visitor) {
        if (sent != null) {
            sent.forEach(visitor);
        }
    }

    void addSent(int number, Sent work) {
        if (sent == null) {
            sent = new IntMap<>();
        }
        sent.put(number, work);
    }

    private @Nullable Sent removeSent(int number) {
        Sent work = sent == null ? null : sent.remove(number);
        if (sent != null && sent.isEmpty()) {
            sent = null;
        }
        return work;
    }

    /** The flow in whose slots a name is found by a flow: itself, or one around it, or the case. */
    int scopeOf(Flow flow, String name) {
        Flow at = flow;
        while (at != null && at.number != MAIN) {
            if (at.locals != null && at.locals.get(name) != null) {
                return at.number;
            }
            at = flows.get(at.parent);
        }
        return MAIN;
    }

    @Nullable Slot slot(int scope, String name) {
        Slots found = slotsOf(scope);
        return found == null ? null : found.get(name);
    }

    private @Nullable Slots slotsOf(int scope) {
        if (scope == MAIN) {
            return slots;
        }
        Flow flow = flows.get(scope);
        return flow == null ? null : flow.locals;
    }

    /** The environment as people see it. */
    Data data() {
        Map<String, Data> shown = new LinkedHashMap<>();
        slots.forEach((name, slot) -> shown.put(name, slot.shown()));
        return Data.Fields.of(shown);
    }

    void apply(ActivityEvent event) {
        switch (event) {
            case ActivityEvent.SlotSet e -> set(e.scope(), e.slot(), e.value());
            case ActivityEvent.FlowMoved e -> move(e.flow(), e.place());
            case ActivityEvent.FlowsForked e -> {
                int first = fork(e.parent(), e.roots().size());
                for (int i = 0; i < e.roots().size(); i++) {
                    add(new Flow(first + i, e.parent(), e.roots().get(i)));
                }
            }
            case ActivityEvent.EachForked e -> {
                int first = fork(e.parent(), e.items().size());
                for (int i = 0; i < e.items().size(); i++) {
                    Flow flow = new Flow(first + i, e.parent(), e.root());
                    flow.locals = new Slots();
                    flow.locals.put(e.slot(), new Slot.Value(e.items().get(i)));
                    if (e.collected() != null) {
                        flow.locals.put(e.collected(), new Slot.Value(Data.nothing()));
                    }
                    add(flow);
                }
            }
            case ActivityEvent.FlowEnded e -> end(e.flow(), e.result());
            case ActivityEvent.FlowFailed e -> cancel(known(e.flow()));
            case ActivityEvent.FlowsCancelled e -> {
                for (Flow child : children(known(e.parent()))) {
                    if (child.number != e.except()) {
                        cancel(child);
                    }
                }
            }
            case ActivityEvent.WorkSent e -> {
                addSent(e.work(), new Sent(e.flow(), e.scope(), e.slot()));
                known(e.flow()).addSent(e.work());
                if (e.slot() != null) {
                    set(e.scope(), e.slot(), new Slot.Future(e.work(), e.message()));
                }
            }
            case ActivityEvent.ResultCame e -> {
                Sent work = arrived(e.work());
                if (work.slot != null && isAwaited(work, e.work())) {
                    set(work.scope, work.slot, e.result());
                }
            }
            case ActivityEvent.UndoRegistered e -> {
                Flow flow = known(e.flow());
                flow.addUndo(new Flow.Undo(++lastUndo, e.node(), localsSeenBy(flow)));
            }
            case ActivityEvent.UndoForgotten e -> known(e.flow()).forgetUndos(e.mark());
            case ActivityEvent.TaskTaken e -> took(e.task(), e.by());
            case ActivityEvent.UndoForked e -> {
                Flow parent = known(e.parent());
                Flow.Undo undo = parent.undos().getLast();
                parent.forgetUndos(parent.undos().size() - 1);
                Flow flow = new Flow(fork(e.parent(), 1), e.parent(), undo.node());
                flow.locals = undo.locals();
                add(flow);
            }
        }
    }

    /** The flows that a flow has forked and that are under way, in order. */
    List<Flow> children(Flow parent) {
        List<Flow> children = new ArrayList<>();
        if (parent.forked != null) {
            for (int i = 0; i < parent.forked.count; i++) {
                Flow child = flows.get(parent.forked.first + i);
                if (child != null) {
                    children.add(child);
                }
            }
        }
        return children;
    }

    /** A flow and all flows below it, parents first. */
    List<Flow> subtree(Flow top) {
        List<Flow> all = new ArrayList<>();
        all.add(top);
        for (int i = 0; i < all.size(); i++) {
            all.addAll(children(all.get(i)));
        }
        return all;
    }

    /** A copy of the local slots that a flow sees: its own, and those around it. */
    private @Nullable Slots localsSeenBy(Flow flow) {
        Deque<Slots> inwards = new ArrayDeque<>();
        for (Flow at = flow; at != null && at.number != MAIN; at = flows.get(at.parent)) {
            if (at.locals != null) {
                inwards.push(at.locals);
            }
        }
        if (inwards.isEmpty()) {
            return null;
        }
        Slots seen = new Slots();
        inwards.forEach(slots -> slots.forEach(seen::put));
        return seen;
    }

    private Flow known(int number) {
        Flow flow = flows.get(number);
        if (flow == null) {
            throw new IllegalStateException("there is no flow " + number);
        }
        return flow;
    }

    private void set(int scope, String name, Slot value) {
        if (scope == MAIN) {
            slots.put(name, value);
            return;
        }
        Flow flow = flows.get(scope);
        if (flow != null) {
            if (flow.locals == null) {
                flow.locals = new Slots();
            }
            flow.locals.put(name, value);
        }
    }

    private void move(int number, Flow.Place place) {
        Flow flow = known(number);
        forgetWait(flow);
        flow.place = place;
        rememberWait(flow);
        if (place.kind() != Flow.Kind.FLOWS) {
            flow.forked = null;
        }
    }

    private int fork(int parent, int count) {
        int first = lastFlow + 1;
        known(parent).forked = new Flow.Forked(first, count, count);
        return first;
    }

    void add(Flow flow) {
        flows.put(flow.number, flow);
        lastFlow = Math.max(lastFlow, flow.number);
        rememberWait(flow);
    }

    private void rememberWait(Flow flow) {
        if (index == null && flows.size() > FEW) {
            Index made = new Index();
            flows.forEach((number, each) -> enter(made, each));
            index = made;
        } else if (index != null) {
            enter(index, flow);
        }
        Sent work = flow.place.kind() == Flow.Kind.FUTURE ? sent(flow.place.number()) : null;
        if (work != null) {
            if (work.readers == null) {
                work.readers = new TreeSet<>();
            }
            work.readers.add(flow.number);
        }
    }

    private static void enter(Index index, Flow flow) {
        IntMap<Flow> indexed = index.of(flow.place.kind());
        if (indexed != null) {
            indexed.put(flow.place.number(), flow);
        }
    }

    private void forgetWait(Flow flow) {
        IntMap<Flow> indexed = index == null ? null : index.of(flow.place.kind());
        if (indexed != null) {
            indexed.remove(flow.place.number());
        }
        Sent work = flow.place.kind() == Flow.Kind.FUTURE ? sent(flow.place.number()) : null;
        if (work != null && work.readers != null) {
            work.readers.remove(flow.number);
        }
    }

    /** A flow is over; what it sent off and what it would undo is now its parent's. */
    private void end(int number, Data result) {
        Flow flow = known(number);
        forgetWait(flow);
        flows.remove(number);
        Flow parent = flows.get(flow.parent);
        if (parent == null) {
            return;
        }
        flow.undos().forEach(parent::addUndo);
        if (flow.sent != null) {
            for (int work : flow.sent) {
                Sent under = sent(work);
                if (under != null) {
                    under.owner = parent.number;
                    parent.addSent(work);
                }
            }
        }
        leave(flow, parent, result);
    }

    private static void leave(Flow flow, Flow parent, Data result) {
        Flow.Forked forked = parent.forked;
        if (forked != null && flow.number >= forked.first && flow.number < forked.first + forked.count) {
            forked.left--;
            forked.result(flow.number - forked.first, result);
        }
    }

    /** A flow and all that it forked are gone, with the work that they sent off; what they would undo stays to be undone. */
    private void cancel(Flow top) {
        Flow parent = flows.get(top.parent);
        for (Flow flow : subtree(top)) {
            forgetWait(flow);
            flows.remove(flow.number);
            if (parent != null) {
                flow.undos().forEach(parent::addUndo);
            }
            if (flow.sent != null) {
                flow.sent.forEach(this::lose);
            }
        }
        if (parent != null) {
            leave(top, parent, Data.nothing());
        }
    }

    private void lose(int number) {
        Sent work = removeSent(number);
        if (work != null && work.slot != null && isAwaited(work, number)) {
            set(work.scope, work.slot, new Slot.Broken("the flow that asked for it was cancelled"));
        }
    }

    private Sent arrived(int number) {
        Sent work = removeSent(number);
        if (work == null) {
            throw new IllegalStateException("work item " + number + " was not sent off");
        }
        Flow owner = flows.get(work.owner);
        if (owner != null && owner.sent != null) {
            owner.sent.remove(number);
            if (owner.sent.isEmpty()) {
                owner.sent = null;
            }
        }
        return work;
    }

    /** Whether the slot still waits for this work, and nothing else was put there. */
    private boolean isAwaited(Sent work, int number) {
        return work.slot != null && slot(work.scope, work.slot) instanceof Slot.Future future && future.work() == number;
    }

    List<String> doersOf(String task) {
        return doers.getOrDefault(task, List.of());
    }

    private void took(String task, String by) {
        doers = doers.isEmpty() ? new TreeMap<>() : doers;
        List<String> more = new ArrayList<>(doersOf(task));
        more.add(by);
        doers.put(task, List.copyOf(more));
    }

    /** Takes over who did what in a state that this one replaces. */
    void sameDoers(ActivityState old) {
        doers = old.doers;
    }

    void write(Out out) {
        FORM.begin(out).varint(lastFlow).varint(lastUndo);
        slots.write(out);
        out.varint(sent == null ? 0 : sent.size());
        forEachSent((number, work) ->
                out.varint(number).varint(work.owner).varint(work.scope).textOrNull(work.slot));
        out.varint(flows.size());
        flows.forEach((number, flow) -> flow.write(out));
        out.each(doers.entrySet(), (o, entry) -> WorkCodec.write(o.text(entry.getKey()), entry.getValue()));
    }

    static ActivityState read(In in) {
        return FORM.reader(in).apply(in);
    }

    private static ActivityState readFirst(In in) {
        ActivityState state = new ActivityState();
        state.lastFlow = in.varint32();
        state.lastUndo = in.varint32();
        state.slots = Slots.read(in);
        for (int left = in.count(); left > 0; left--) {
            state.addSent(in.varint32(), new Sent(in.varint32(), in.varint32(), in.textOrNull()));
        }
        for (int left = in.count(); left > 0; left--) {
            state.add(Flow.read(in));
        }
        state.ownSent();
        return state;
    }

    private static ActivityState readSecond(In in) {
        ActivityState state = readFirst(in);
        for (int left = in.count(); left > 0; left--) {
            state.doers = state.doers.isEmpty() ? new TreeMap<>() : state.doers;
            state.doers.put(in.name(), List.copyOf(WorkCodec.readTexts(in)));
        }
        return state;
    }

    /** Tells every flow which work it has sent off, after all of them were added. */
    void ownSent() {
        forEachSent((number, work) -> {
            Flow owner = flows.get(work.owner);
            if (owner != null) {
                owner.addSent(number);
            }
        });
    }
}

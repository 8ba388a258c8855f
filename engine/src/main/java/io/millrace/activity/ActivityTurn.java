package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.language.Happening;
import io.millrace.language.Turn;
import io.millrace.work.Task;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a case: the trampoline, and what continuations can do while it applies them.
 *
 * <pre>
 *   drain:  while a flow is ready
 *             k = its continuation
 *             while k runs:  k = k.apply(this)
 *             it waits: record where; it ended or failed: the flow that forked it is the next that is ready
 * </pre>
 *
 * A flow that ended wakes its parent before any other flow goes on, so a parent sees its children one at a time and can
 * cancel the others before they do anything more.
 */
final class ActivityTurn implements Enactment {
    /** A flow that can go on, if it is still at the place where it waited. */
    private record Ready(int flow, Flow.Place place, @Nullable WakeUp happening) {}

    private final Definition definition;
    private final ActivityState state;
    private final Set<String> attributes;
    private final Turn turn;
    private final Deque<Ready> queue = new ArrayDeque<>();
    private boolean caseEnded;

    // The flow that runs.
    private @Nullable Flow running;
    private @Nullable WakeUp happening;
    private boolean acted;
    private Data result = Data.nothing();
    private Flow.@Nullable Place waiting;
    private @Nullable String failure;

    ActivityTurn(Definition definition, ActivityState state, Set<String> attributes, Turn turn) {
        this.definition = definition;
        this.state = state;
        this.attributes = attributes;
        this.turn = turn;
    }

    // What comes from outside.

    /** Reacts to something that has happened; what no flow waits for changes nothing. */
    void react(Happening what) {
        switch (what) {
            case Happening.Started e -> begin();
            case Happening.WorkTaken e -> taken(state.waitingForWork(e.work()));
            case Happening.WorkDone e -> done(e.work(), e.output());
            case Happening.WorkLost e -> lost(e.work(), e.reason());
            case Happening.TimerDue e -> happened(state.waitingForTimer(e.timer()), new WakeUp.Due());
            case Happening.SignalCame e ->
                happened(state.waitingForTicket(e.ticket()), new WakeUp.Delivered(e.content()));
            case Happening.Resumed e -> {}
        }
    }

    private void begin() {
        state.slots.forEach((name, slot) -> tellAttribute(ActivityState.MAIN, name, slot));
        ready(flow(ActivityState.MAIN), null);
        drain();
    }

    /** Something that a flow waits for has happened. */
    private void happened(@Nullable Flow flow, WakeUp what) {
        if (flow != null) {
            decideChoices(flow);
            ready(flow, what);
            drain();
        }
    }

    /** Somebody has begun what a flow offers: it goes on waiting, but choices are decided. */
    private void taken(@Nullable Flow flow) {
        if (flow != null) {
            decideChoices(flow);
            drain();
        }
    }

    /** Work is done, or left out by hand. */
    void done(int work, Data output) {
        Flow flow = state.waitingForWork(work);
        if (flow != null) {
            happened(flow, new WakeUp.Delivered(output));
        } else {
            resultCame(work, new Slot.Value(output));
        }
    }

    /** Work will never be done. */
    private void lost(int work, String reason) {
        Flow flow = state.waitingForWork(work);
        if (flow != null) {
            decideChoices(flow);
            fail(flow, reason);
            drain();
        } else {
            resultCame(work, new Slot.Broken(reason));
        }
    }

    /** Work that was sent off has its result. */
    private void resultCame(int work, Slot outcome) {
        ActivityState.Sent sent = state.sent(work);
        if (sent == null) {
            return;
        }
        List<Flow> readers = readers(sent);
        turn.record(new ActivityEvent.ResultCame(work, outcome));
        if (sent.slot != null) {
            tellAttribute(sent.scope, sent.slot, outcome);
        }
        readers.forEach(this::decideChoices);
        readers.forEach(reader -> ready(reader, new WakeUp.LookAgain()));
        Flow owner = state.flow(sent.owner);
        if (outcome instanceof Slot.Broken broken && sent.slot == null && owner != null) {
            fail(owner, broken.reason());
        }
        Flow main = state.flow(ActivityState.MAIN);
        if (main != null && main.place.kind() == Flow.Kind.SENT) {
            ready(main, new WakeUp.LookAgain());
        }
        drain();
    }

    /** A person has given a slot of the case its value. */
    void given(String name, Data value) {
        put(ActivityState.MAIN, name, new Slot.Value(value), true);
        drain();
    }

    /** A flow is put to another place of the definition; what it waited for, and all it had forked, is given up. */
    void moveTo(Flow flow, Node target) {
        releaseWait(flow, "the flow was moved by hand");
        dropChildren(flow, "the flow was moved by hand");
        List<Flow.Frame> around = new ArrayList<>(0);
        for (Node at = target; at.index() != flow.root; ) {
            Node parent = at.parent();
            if (parent == null) {
                break;
            }
            at = parent;
            Data kept = flow.place.stateOf(at.index());
            if (!kept.isNothing() && flow.place.node() != at.index()) {
                around.add(new Flow.Frame(at.index(), kept));
            }
        }
        turn.record(new ActivityEvent.FlowMoved(
                flow.number, new Flow.Place(target.index(), Data.nothing(), List.copyOf(around), Flow.Kind.NOTHING, 0)));
        decideChoices(flow);
        ready(flow, null);
        drain();
    }

    // The trampoline.

    private void ready(Flow flow, @Nullable WakeUp what) {
        queue.add(new Ready(flow.number, flow.place, what));
    }

    private void drain() {
        for (Ready next = queue.poll(); next != null && !caseEnded; next = queue.poll()) {
            Flow flow = state.flow(next.flow());
            if (flow != null && flow.place.equals(next.place())) {
                run(flow, next.happening());
            }
        }
    }

    private void run(Flow flow, @Nullable WakeUp what) {
        running = flow;
        happening = what;
        result = Data.nothing();
        failure = null;
        waiting = null;
        Continuation k = definition.continuation(flow);
        while (k.runs()) {
            turn.step();
            k = bounce(k);
            happening = null;
        }
        running = null;
        if (k == Stop.ENDED) {
            ended(flow);
        } else if (failure != null) {
            fail(flow, failure);
        } else if (waiting != null && !waiting.equals(flow.place)) {
            turn.record(new ActivityEvent.FlowMoved(flow.number, waiting));
        }
    }

    private Continuation bounce(Continuation k) {
        acted = false;
        try {
            return k.apply(this);
        } catch (NotYet notYet) {
            if (acted || happening != null && !(happening instanceof WakeUp.LookAgain)) {
                throw new IllegalStateException(
                        k.here() + " reads a slot whose value is not there yet after it has acted", notYet);
            }
            waiting = Definition.place(k, Flow.Kind.FUTURE, notYet.work);
            return Stop.WAITING;
        } catch (Lost lost) {
            failure = lost.reason;
            return Stop.WAITING;
        }
    }

    private void ended(Flow flow) {
        if (flow.number == ActivityState.MAIN) {
            caseEnded = true;
            turn.complete(state.data());
            return;
        }
        Flow parent = flow(flow.parent);
        WakeUp end = new WakeUp.FlowEnded(definition.node(flow.root).position(), indexIn(parent, flow));
        turn.record(new ActivityEvent.FlowEnded(flow.number, result));
        queue.addFirst(new Ready(parent.number, parent.place, end));
    }

    /** Gives a flow up with everything below it, and tells the flow that forked it. */
    private void fail(Flow flow, String reason) {
        if (flow.number == ActivityState.MAIN) {
            failCase(flow, reason);
            return;
        }
        List<Flow> readers = release(state.subtree(flow), reason);
        Flow parent = flow(flow.parent);
        WakeUp end =
                new WakeUp.FlowFailed(definition.node(flow.root).position(), indexIn(parent, flow), reason);
        turn.record(new ActivityEvent.FlowFailed(flow.number, reason));
        readers.forEach(reader -> ready(reader, new WakeUp.LookAgain()));
        queue.addFirst(new Ready(parent.number, parent.place, end));
    }

    /** What was completed is undone first. */
    private void failCase(Flow main, String reason) {
        if (main.undos().isEmpty()) {
            caseEnded = true;
            turn.fail(reason);
            return;
        }
        releaseWait(main, reason);
        dropChildren(main, reason);
        turn.record(new ActivityEvent.FlowMoved(
                main.number, new Flow.Place(0, Data.of(reason), List.of(), Flow.Kind.NOTHING, 0)));
        queue.addFirst(new Ready(main.number, main.place, null));
    }

    private static int indexIn(Flow parent, Flow flow) {
        return parent.forked == null ? 0 : flow.number - parent.forked.first;
    }

    /** The first thing that happens inside a branch of a choice decides it, for all choices around. */
    private void decideChoices(Flow flow) {
        Flow branch = flow;
        for (Flow at = state.flow(flow.parent); at != null; at = state.flow(at.parent)) {
            if (definition.node(at.place.node()).activity() instanceof Choice && Choice.isOpen(at.place.state())) {
                choose(at, branch);
            }
            branch = at;
        }
    }

    private void choose(Flow choice, Flow branch) {
        for (Flow other : state.children(choice)) {
            if (other != branch) {
                release(state.subtree(other), "another branch was chosen");
            }
        }
        cancelChildren(choice, branch.number);
        Flow.Place place = choice.place;
        turn.record(new ActivityEvent.FlowMoved(
                choice.number,
                new Flow.Place(place.node(), Choice.DECIDED, place.around(), place.kind(), place.number())));
    }

    private void dropChildren(Flow parent, String reason) {
        List<Flow> readers = new ArrayList<>(0);
        for (Flow child : state.children(parent)) {
            readers.addAll(release(state.subtree(child), reason));
        }
        cancelChildren(parent, 0);
        readers.forEach(reader -> ready(reader, new WakeUp.LookAgain()));
    }

    private void cancelChildren(Flow parent, int except) {
        if (parent.forked != null && parent.forked.left > (except == 0 ? 0 : 1)) {
            turn.record(new ActivityEvent.FlowsCancelled(parent.number, except));
        }
    }

    /** Takes back whatever these flows wait for or have sent off; answers who else waits for a result of that. */
    private List<Flow> release(List<Flow> flows, String reason) {
        List<Flow> readers = new ArrayList<>(0);
        for (Flow flow : flows) {
            releaseWait(flow, reason);
            if (flow.sent != null) {
                for (int work : flow.sent) {
                    ActivityState.Sent sent = state.sent(work);
                    if (sent != null) {
                        readers.addAll(readers(sent));
                    }
                    turn.withdraw(work, reason);
                }
            }
        }
        return readers;
    }

    private void releaseWait(Flow flow, String reason) {
        int number = flow.place.number();
        switch (flow.place.kind()) {
            case WORK -> turn.withdraw(number, reason);
            case TIMER -> turn.cancelTimer(number);
            case SIGNAL -> turn.forget(number);
            case NOTHING, FUTURE, FLOWS, SENT -> {}
        }
    }

    private List<Flow> readers(ActivityState.Sent sent) {
        List<Flow> readers = new ArrayList<>(0);
        if (sent.readers != null) {
            sent.readers.forEach(number -> readers.add(flow(number)));
        }
        return readers;
    }

    private Flow flow(int number) {
        Flow flow = state.flow(number);
        if (flow == null) {
            throw new IllegalStateException("there is no flow " + number);
        }
        return flow;
    }

    private Flow current() {
        if (running == null) {
            throw new IllegalStateException("no flow runs");
        }
        return running;
    }

    // What continuations can do.

    @Override
    public Instant now() {
        return turn.now();
    }

    @Override
    public @Nullable WakeUp happened() {
        return happening;
    }

    @Override
    public @Nullable Slot slot(String name) {
        return state.slot(state.scopeOf(current(), name), name);
    }

    @Override
    public boolean isLocal(String slot) {
        return state.scopeOf(current(), slot) != ActivityState.MAIN;
    }

    @Override
    public Data at(String path) {
        int dot = path.indexOf('.');
        String name = dot < 0 ? path : path.substring(0, dot);
        Slot slot = slot(name);
        Data data =
                switch (slot) {
                    case null -> Data.nothing();
                    case Slot.Value value -> value.data();
                    case Slot.Bound bound -> Data.of(bound.object());
                    case Slot.Future future -> throw new NotYet(future.work());
                    case Slot.Broken broken -> throw new Lost(name, broken.reason());
                };
        return dot < 0 ? data : within(data, path, dot + 1);
    }

    private static Data within(Data data, String path, int start) {
        Data at = data;
        int from = start;
        while (from <= path.length()) {
            int dot = path.indexOf('.', from);
            int to = dot < 0 ? path.length() : dot;
            at = at.at(path.substring(from, to));
            from = to + 1;
        }
        return at;
    }

    @Override
    public void set(String slot, Slot value) {
        put(state.scopeOf(current(), slot), slot, value, false);
    }

    @Override
    public void setLocal(String slot, Data value) {
        put(current().number, slot, new Slot.Value(value), false);
    }

    private void put(int scope, String name, Slot value, boolean fromOutside) {
        acted = true;
        List<Flow> readers = readersOf(scope, name);
        turn.record(new ActivityEvent.SlotSet(scope, name, value));
        tellAttribute(scope, name, value);
        for (Flow reader : readers) {
            if (fromOutside) {
                decideChoices(reader);
            }
            ready(reader, new WakeUp.LookAgain());
        }
    }

    /** Who waits for a slot that is about to change. */
    private List<Flow> readersOf(int scope, String name) {
        if (state.slot(scope, name) instanceof Slot.Future future) {
            ActivityState.Sent sent = state.sent(future.work());
            return sent == null ? List.of() : readers(sent);
        }
        return List.of();
    }

    private void tellAttribute(int scope, String name, Slot value) {
        if (scope == ActivityState.MAIN && attributes.contains(name) && !(value instanceof Slot.Future)) {
            turn.attribute(name, value.shown());
        }
    }

    @Override
    public void send(Task task, Data input, @Nullable String slot) {
        acted = true;
        Flow flow = current();
        int scope = slot == null ? ActivityState.MAIN : state.scopeOf(flow, slot);
        List<Flow> readers = slot == null ? List.of() : readersOf(scope, slot);
        int work = turn.offer(task, input);
        turn.record(new ActivityEvent.WorkSent(flow.number, work, task.name(), scope, slot));
        readers.forEach(reader -> ready(reader, new WakeUp.LookAgain()));
    }

    @Override
    public boolean isSomethingSent() {
        return state.isSomethingSent();
    }

    private Continuation await(Continuation k, Flow.Kind kind, int number) {
        acted = true;
        waiting = Definition.place(k, kind, number);
        return Stop.WAITING;
    }

    @Override
    public Continuation awaitWork(Continuation k, Task task, Data input) {
        return await(k, Flow.Kind.WORK, turn.offer(task, input));
    }

    @Override
    public Continuation awaitInstant(Continuation k, Instant due) {
        return await(k, Flow.Kind.TIMER, turn.setTimer(due));
    }

    @Override
    public Continuation awaitSignal(Continuation k, String signal, String key) {
        return await(k, Flow.Kind.SIGNAL, turn.await(signal, key));
    }

    @Override
    public Continuation awaitSent(Continuation k) {
        return await(k, Flow.Kind.SENT, 0);
    }

    @Override
    public Continuation awaitFlows(Continuation k) {
        return await(k, Flow.Kind.FLOWS, 0);
    }

    @Override
    public Continuation fork(Continuation k, List<Integer> parts) {
        List<Integer> roots =
                parts.stream().map(part -> k.here().part(part).index()).toList();
        return forked(k, new ActivityEvent.FlowsForked(current().number, roots), roots.size());
    }

    @Override
    public Continuation forkEach(Continuation k, int part, String slot, @Nullable String collected, List<Data> items) {
        int root = k.here().part(part).index();
        return forked(
                k, new ActivityEvent.EachForked(current().number, root, slot, collected, items), items.size());
    }

    @Override
    public Continuation undoLast(Continuation k) {
        return forked(k, new ActivityEvent.UndoForked(current().number), 1);
    }

    private Continuation forked(Continuation k, ActivityEvent event, int count) {
        turn.record(event);
        for (int number = state.lastFlow - count + 1; number <= state.lastFlow; number++) {
            ready(flow(number), null);
        }
        return awaitFlows(k);
    }

    @Override
    public int flowsLeft() {
        Flow.Forked forked = current().forked;
        return forked == null ? 0 : forked.left;
    }

    @Override
    public void cancelFlows() {
        acted = true;
        dropChildren(current(), "it is no longer needed");
    }

    @Override
    public void result(Data handed) {
        result = handed;
    }

    @Override
    public Data results() {
        Flow.Forked forked = current().forked;
        if (forked == null || forked.results == null) {
            Data[] none = new Data[forked == null ? 0 : forked.count];
            Arrays.fill(none, Data.nothing());
            return new Data.Items(List.of(none));
        }
        return new Data.Items(List.of(forked.results));
    }

    @Override
    public Continuation fail(String reason) {
        failure = reason;
        return Stop.WAITING;
    }

    @Override
    public int undoMark() {
        return current().undos().size();
    }

    @Override
    public void registerUndo(Node here, int part) {
        acted = true;
        turn.record(new ActivityEvent.UndoRegistered(current().number, here.part(part).index()));
    }

    @Override
    public void forgetUndo(int mark) {
        if (undoMark() > mark) {
            acted = true;
            turn.record(new ActivityEvent.UndoForgotten(current().number, mark));
        }
    }
}

package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.language.Happening;
import io.millrace.language.Turn;
import io.millrace.problem.RefusedException;
import io.millrace.work.WorkItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a case: what happened wakes flows, and a trampoline runs those that can go on, each as a {@link FlowRun}.
 *
 * <pre>
 *   drain:  while a flow is ready
 *             k = its continuation
 *             while k runs:  k = k.apply(run)
 *             it waits: record where; it ended or failed: the flow that forked it is the next that is ready
 * </pre>
 *
 * A flow that ended wakes its parent before any other flow goes on, so a parent sees its children one at a time and can
 * cancel the others before they do anything more.
 */
final class ActivityTurn {
    /** A flow that can go on, if it is still at the place where it waited. */
    private record Ready(int flow, Flow.Place place, @Nullable WakeUp why) {}

    private final String process;
    private final Definition definition;
    private final ActivityState state;
    private final Set<String> attributes;
    private final Shape output;
    private final Turn turn;
    private final Deque<Ready> queue = new ArrayDeque<>(4);
    private boolean caseEnded;

    ActivityTurn(
            String process, Definition definition, ActivityState state, Set<String> attributes, Shape output, Turn turn) {
        this.process = process;
        this.definition = definition;
        this.state = state;
        this.attributes = attributes;
        this.output = output;
        this.turn = turn;
    }

    // What comes from outside.

    /** Reacts to something that has happened; what no flow waits for changes nothing. */
    void react(Happening what) {
        switch (what) {
            case Happening.Started e -> begin();
            case Happening.WorkTaken e -> {
                remember(turn.work(e.work()));
                taken(state.waitingForWork(e.work()));
            }
            case Happening.WorkDone e -> done(e.work(), e.output());
            case Happening.WorkLost e -> lost(e.work(), e.reason());
            case Happening.TimerDue e -> happened(state.waitingForTimer(e.timer()), new WakeUp.Due());
            case Happening.SignalCame e ->
                happened(state.waitingForTicket(e.ticket()), new WakeUp.Delivered(e.content()));
            case Happening.Consulted e -> {}
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

    /** Remembers who does a task, if they may not do another one. */
    private void remember(@Nullable WorkItem item) {
        String by = item == null ? null : item.holder();
        if (item != null && by != null && definition.isSeparated(item.task())) {
            String person = turn.startedFor(item.id().number());
            for (String each : person == null ? List.of(by) : List.of(by, person)) {
                if (!state.doersOf(item.task()).contains(each)) {
                    turn.record(new ActivityEvent.TaskTaken(item.task(), each));
                }
            }
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

    /** The name of the process, for those who read about its failures. */
    String process() {
        return process;
    }

    void ready(Flow flow, @Nullable WakeUp what) {
        queue.add(new Ready(flow.number, flow.place, what));
    }

    private void drain() {
        for (Ready next = queue.poll(); next != null && !caseEnded; next = queue.poll()) {
            Flow flow = state.flow(next.flow());
            if (flow != null && flow.place.equals(next.place())) {
                run(flow, next.why());
            }
        }
    }

    private void run(Flow flow, @Nullable WakeUp why) {
        FlowRun run = new FlowRun(this, state, turn, flow, why);
        if (run.bounce(definition) == Stop.ENDED) {
            ended(flow, run.result());
        } else if (run.failure() != null) {
            fail(flow, run.failure());
        } else if (run.waiting() != null && !run.waiting().equals(flow.place)) {
            turn.record(new ActivityEvent.FlowMoved(flow.number, run.waiting()));
        }
    }

    private void ended(Flow flow, Data result) {
        if (flow.number == ActivityState.MAIN) {
            caseEnded = true;
            turn.complete(declared(state.data()));
            return;
        }
        Flow parent = flow(flow.parent);
        WakeUp end = new WakeUp.FlowEnded(definition.node(flow.root).position(), indexIn(parent, flow));
        turn.record(new ActivityEvent.FlowEnded(flow.number, result));
        queue.addFirst(new Ready(parent.number, parent.place, end));
    }

    /** What of the slots is the result. */
    private Data declared(Data slots) {
        if (!(output instanceof Shape.FieldsOf fields)) {
            return slots;
        }
        Map<String, Data> result = new LinkedHashMap<>();
        for (Shape.Field field : fields.fields()) {
            if (slots.has(field.name())) {
                result.put(field.name(), slots.at(field.name()));
            }
        }
        Data given = Data.Fields.of(result);
        output.problem("The output of '" + process + "'", given).ifPresent(problem -> {
            throw new RefusedException(problem);
        });
        return given;
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

    void dropChildren(Flow parent, String reason) {
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

    Flow flow(int number) {
        Flow flow = state.flow(number);
        if (flow == null) {
            throw new IllegalStateException("there is no flow " + number);
        }
        return flow;
    }

    /** Gives a slot its value and wakes the flows that wait for it. */
    void put(int scope, String name, Slot value, boolean fromOutside) {
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
    List<Flow> readersOf(int scope, String name) {
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
}

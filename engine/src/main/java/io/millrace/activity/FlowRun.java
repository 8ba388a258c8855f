package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.language.Turn;
import io.millrace.language.UserCode;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.work.Task;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One flow that runs: applies its continuations one after the other until it waits, fails or ends, and is what they can do. */
final class FlowRun implements Enactment {
    private final ActivityTurn turn;
    private final ActivityState state;
    private final Turn kernel;
    private final Flow flow;
    private @Nullable WakeUp why;
    private boolean acted;
    private Data result = Data.nothing();
    private Flow.@Nullable Place waiting;
    private @Nullable String failure;
    /** The last path that a function read and that had no value. */
    private @Nullable String absent;

    FlowRun(ActivityTurn turn, ActivityState state, Turn kernel, Flow flow, @Nullable WakeUp why) {
        this.turn = turn;
        this.state = state;
        this.kernel = kernel;
        this.flow = flow;
        this.why = why;
    }

    /** Runs the flow from where it stands; the answer says whether it ended. */
    Continuation bounce(Definition definition) {
        Continuation k = definition.isExtended()
                ? call(definition.node(flow.place.node()), () -> definition.continuation(flow))
                : definition.continuation(flow);
        while (k.runs()) {
            kernel.step();
            k = apply(k);
            why = null;
        }
        return k;
    }

    private Continuation apply(Continuation k) {
        acted = false;
        try {
            return Definition.isOurs(k) ? k.apply(this) : call(k.here(), () -> k.apply(this));
        } catch (NotYet notYet) {
            if (acted || why != null && !(why instanceof WakeUp.LookAgain)) {
                throw new IllegalStateException(
                        k.here() + " reads a slot that has no value yet after it has acted", notYet);
            }
            waiting = Definition.place(k, Flow.Kind.FUTURE, notYet.work);
            return Stop.WAITING;
        } catch (Lost lost) {
            failure = lost.reason;
            return Stop.WAITING;
        } catch (MissingSlot missing) {
            throw new RefusedException(Code.NO_SUCH_SLOT.with(turn.process(), missing.path, k.here()));
        }
    }

    /** What the flow hands to the one that forked it. */
    Data result() {
        return result;
    }

    /** Where the flow waits, if it does. */
    Flow.@Nullable Place waiting() {
        return waiting;
    }

    /** Why the flow failed, if it did. */
    @Nullable String failure() {
        return failure;
    }

    @Override
    public Instant now() {
        return kernel.now();
    }

    @Override
    public @Nullable WakeUp happened() {
        return why;
    }

    @Override
    public <T> T call(Node here, Supplier<T> function) {
        absent = null;
        return UserCode.call(kernel, turn.process(), here.toString(), () -> {
            try {
                return function.get();
            } catch (DataException | NullPointerException e) {
                // The function found nothing where it expected a value; which slot that was, only its text says.
                throw absent == null ? e : named(absent, e);
            }
        });
    }

    private static IllegalStateException named(String slot, RuntimeException e) {
        IllegalStateException named = new IllegalStateException("slot '" + slot + "' has no value: " + e.getMessage(), e);
        named.setStackTrace(e.getStackTrace());
        return named;
    }

    @Override
    public @Nullable Slot slot(String name) {
        return state.slot(state.scopeOf(flow, name), name);
    }

    @Override
    public boolean isLocal(String slot) {
        return state.scopeOf(flow, slot) != ActivityState.MAIN;
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
        Data found = dot < 0 ? data : within(data, path, dot + 1);
        if (found.isNothing()) {
            absent = path;
        }
        return found;
    }

    static Data within(Data data, String path, int start) {
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
        acted = true;
        turn.put(state.scopeOf(flow, slot), slot, value, false);
    }

    @Override
    public void setLocal(String slot, Data value) {
        acted = true;
        turn.put(flow.number, slot, new Slot.Value(value), false);
    }

    @Override
    public List<String> doersOf(String task) {
        return state.doersOf(task);
    }

    @Override
    public void send(Task task, Data input, @Nullable String slot) {
        acted = true;
                int scope = slot == null ? ActivityState.MAIN : state.scopeOf(flow, slot);
        List<Flow> readers = slot == null ? List.of() : turn.readersOf(scope, slot);
        int work = kernel.offer(task, input);
        kernel.record(new ActivityEvent.WorkSent(flow.number, work, task.name(), scope, slot));
        readers.forEach(reader -> turn.ready(reader, new WakeUp.LookAgain()));
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
        return await(k, Flow.Kind.WORK, kernel.offer(task, input));
    }

    @Override
    public Continuation awaitInstant(Continuation k, Instant due) {
        return await(k, Flow.Kind.TIMER, kernel.setTimer(due));
    }

    @Override
    public Continuation awaitSignal(Continuation k, String signal, String key) {
        return await(k, Flow.Kind.SIGNAL, kernel.await(signal, key));
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
    public Continuation fork(Continuation k, List<Integer> children) {
        List<Integer> roots =
                children.stream().map(child -> k.here().child(child).index()).toList();
        return forked(k, new ActivityEvent.FlowsForked(flow.number, roots), roots.size());
    }

    @Override
    public Continuation forkEach(Continuation k, int child, String slot, @Nullable String collected, List<Data> items) {
        int root = k.here().child(child).index();
        return forked(
                k, new ActivityEvent.EachForked(flow.number, root, slot, collected, items), items.size());
    }

    @Override
    public Continuation undoLast(Continuation k) {
        return forked(k, new ActivityEvent.UndoForked(flow.number), 1);
    }

    private Continuation forked(Continuation k, ActivityEvent event, int count) {
        kernel.record(event);
        for (int number = state.lastFlow - count + 1; number <= state.lastFlow; number++) {
            turn.ready(turn.flow(number), null);
        }
        return awaitFlows(k);
    }

    @Override
    public int flowsLeft() {
        Flow.Forked forked = flow.forked;
        return forked == null ? 0 : forked.left;
    }

    @Override
    public void cancelFlows() {
        acted = true;
        turn.dropChildren(flow, "it is no longer needed");
    }

    @Override
    public void result(Data handed) {
        result = handed;
    }

    @Override
    public Data results() {
        Flow.Forked forked = flow.forked;
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
        return flow.undos().size();
    }

    @Override
    public void registerUndo(Node here, int child) {
        acted = true;
        kernel.record(new ActivityEvent.UndoRegistered(flow.number, here.child(child).index()));
    }

    @Override
    public void forgetUndo(int mark) {
        if (undoMark() > mark) {
            acted = true;
            kernel.record(new ActivityEvent.UndoForgotten(flow.number, mark));
        }
    }
}

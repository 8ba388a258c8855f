package io.millrace.kernel;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.work.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The smallest language that needs everything the kernel has: steps in a row. It tests the kernel without the languages
 * that users see.
 */
public final class Steps implements Compiled<Steps.State> {
    /** One step. */
    public sealed interface Step {
        record Do(Task task) implements Step {}

        record Together(List<Task> tasks) implements Step {}

        record Wait(Duration duration) implements Step {}

        record Await(String signal, String keyField) implements Step {}

        /** Waits for a signal and gives up at once: two messages to the mailbox in one turn. */
        record Glance(String signal, String keyField) implements Step {}

        record Throw(String message) implements Step {}

        record Spin() implements Step {}

        /** Throws an error, however often it is tried. */
        record Fail(Supplier<Error> error) implements Step {
            @Override
            public String toString() {
                return "Fail";
            }
        }
    }

    /** Where a case stands. */
    public static final class State {
        int at;
        int open;
        Map<String, Data> data = new TreeMap<>();
    }

    record Entered(int at, int open) implements ProcessEvent {
        @Override
        public String kind() {
            return "Entered";
        }

        @Override
        public Data detail() {
            return Data.fields("at", at);
        }

        @Override
        public void write(Out out) {
            out.u8(1).varint(at).varint(open);
        }
    }

    record Given(String name, Data value) implements ProcessEvent {
        @Override
        public String kind() {
            return "Given";
        }

        @Override
        public Data detail() {
            return Data.fields("name", name, "value", value);
        }

        @Override
        public void write(Out out) {
            out.u8(2).text(name).data(value);
        }
    }

    private final Contract contract;
    private final List<Step> steps;
    private final String fingerprint;
    private final Map<String, Task> tasks = new TreeMap<>();
    private final List<Steps> parts;

    private Steps(Contract contract, List<Step> steps, List<Steps> parts) {
        this.contract = contract;
        this.steps = List.copyOf(steps);
        this.parts = parts;
        this.fingerprint = parts.isEmpty() ? steps.toString() : steps + " " + parts.stream().map(Steps::fingerprint).toList();
        for (Step step : steps) {
            switch (step) {
                case Step.Do one -> tasks.put(one.task().name(), one.task());
                case Step.Together many -> many.tasks().forEach(task -> tasks.put(task.name(), task));
                case Step other -> {}
            }
        }
    }

    public static Steps of(String name, Step... steps) {
        return of(Contract.named(name), steps);
    }

    public static Steps of(Contract contract, Step... steps) {
        return new Steps(contract, List.of(steps), List.of());
    }

    /** The same process with others inside. */
    public Steps with(Steps... parts) {
        return new Steps(contract, steps, List.of(parts));
    }

    @Override
    public @Nullable Compiled<?> inner(String name) {
        return parts.stream().filter(part -> part.contract.name().equals(name)).findFirst().orElse(null);
    }

    public static Step people(String task) {
        return new Step.Do(Task.people(task));
    }

    public static Step people(String task, UnaryOperator<Task> change) {
        return new Step.Do(change.apply(Task.people(task)));
    }

    public static Step handler(String task) {
        return new Step.Do(Task.handler(task));
    }

    public static Step task(Task task) {
        return new Step.Do(task);
    }

    public static Step process(String task, String process) {
        return new Step.Do(Task.process(task, process));
    }

    @Override
    public String language() {
        return "steps";
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public Contract contract() {
        return contract;
    }

    @Override
    public Task task(String name) {
        return tasks.getOrDefault(name, Task.people(name));
    }

    @Override
    public State blank() {
        return new State();
    }

    @Override
    public @Nullable Problem check(State state, Intention what, CaseView view) {
        return switch (what) {
            case Intention.Move move when number(move.to()) < 0 -> Code.INTERVENTION.with("move", "there is no step '" + move.to() + "'");
            case Intention.AddInstance asked when !(step(state) instanceof Step.Together) ->
                Code.NO_INSTANCES.with(asked.task(), view.caseId(), "the task is not running");
            case Intention other -> null;
        };
    }

    private @Nullable Step step(State state) {
        return state.at == 0 || state.at > steps.size() ? null : steps.get(state.at - 1);
    }

    private int number(String text) {
        try {
            int number = Integer.parseInt(text);
            return number >= 1 && number <= steps.size() ? number : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public void react(State state, Happening what, Turn turn) {
        switch (what) {
            case Happening.Started started -> {
                merge(started.input(), turn);
                enter(state, 1, turn);
            }
            case Happening.WorkTaken taken -> {}
            case Happening.WorkDone done -> {
                merge(done.output(), turn);
                left(state, turn);
            }
            case Happening.WorkLost lost -> turn.fail(lost.reason());
            case Happening.TimerDue due -> left(state, turn);
            case Happening.SignalCame came -> {
                merge(came.content(), turn);
                left(state, turn);
            }
            case Happening.Consulted consulted -> {}
            case Happening.Resumed resumed -> {}
        }
    }

    @Override
    public void intervene(State state, Intention.Intervention what, Turn turn) {
        switch (what) {
            case Intention.Skip skip -> {
                merge(skip.output(), turn);
                left(state, turn);
            }
            case Intention.AddInstance asked -> {
                turn.offer(task(asked.task()), asked.input());
                turn.record(new Entered(state.at, state.open + 1));
            }
            case Intention.ChangeData given -> give(given.name(), given.value(), turn);
            case Intention.Redo redo -> enter(state, state.at, turn);
            case Intention.Move move -> enter(state, number(move.to()), turn);
        }
    }

    private void merge(Data data, Turn turn) {
        if (data instanceof Data.Fields fields) {
            fields.asMap().forEach((name, value) -> give(name, value, turn));
        }
    }

    private void give(String name, Data value, Turn turn) {
        turn.record(new Given(name, value));
        if (contract.attributes().contains(name)) {
            turn.attribute(name, value);
        }
    }

    private void left(State state, Turn turn) {
        turn.record(new Entered(state.at, state.open - 1));
        if (state.open == 0) {
            enter(state, state.at + 1, turn);
        }
    }

    private void enter(State state, int at, Turn turn) {
        if (at > steps.size()) {
            turn.record(new Entered(at, 0));
            turn.complete(data(state));
            return;
        }
        switch (steps.get(at - 1)) {
            case Step.Do one -> {
                turn.record(new Entered(at, 1));
                turn.offer(one.task(), data(state));
            }
            case Step.Together many -> {
                turn.record(new Entered(at, many.tasks().size()));
                many.tasks().forEach(task -> turn.offer(task, data(state)));
            }
            case Step.Wait wait -> {
                turn.record(new Entered(at, 1));
                turn.setTimer(turn.now().plus(wait.duration()));
            }
            case Step.Await await -> {
                turn.record(new Entered(at, 1));
                turn.await(await.signal(), key(state, await.keyField()));
            }
            case Step.Glance glance -> {
                turn.record(new Entered(at, 0));
                turn.forget(turn.await(glance.signal(), key(state, glance.keyField())));
                enter(state, at + 1, turn);
            }
            case Step.Throw broken -> {
                turn.record(new Entered(at, 1));
                if (!state.data.containsKey("mended")) {
                    throw new IllegalArgumentException(broken.message());
                }
                turn.record(new Entered(at, 0));
                enter(state, at + 1, turn);
            }
            case Step.Fail fail -> throw fail.error().get();
            case Step.Spin spin -> {
                while (true) {
                    turn.step();
                }
            }
        }
    }

    private static String key(State state, String field) {
        return state.data.getOrDefault(field, Data.of("")).text();
    }

    @Override
    public void apply(State state, ProcessEvent event) {
        if (event instanceof Entered entered) {
            state.at = entered.at();
            state.open = entered.open();
        } else if (event instanceof Given given) {
            state.data.put(given.name(), given.value());
        }
    }

    @Override
    public ProcessEvent readEvent(In in) {
        return in.u8() == 1 ? new Entered(in.varint32(), in.varint32()) : new Given(in.text(), in.data());
    }

    @Override
    public void write(State state, Out out) {
        out.varint(state.at).varint(state.open).data(data(state));
    }

    @Override
    public State read(In in) {
        State state = new State();
        state.at = in.varint32();
        state.open = in.varint32();
        state.data.putAll(in.data().asMap());
        return state;
    }

    @Override
    public Data data(State state) {
        return Data.of(state.data);
    }

    @Override
    public List<String> next(State state) {
        List<String> next = new ArrayList<>();
        for (int at = Math.max(1, state.at); at <= steps.size(); at++) {
            next.add(steps.get(at - 1).toString());
        }
        return next;
    }

    @Override
    public Migrated migrate(State state, Compiled<?> to, Data mapping) {
        if (to instanceof Steps other && other.steps.size() >= state.at) {
            return new Migrated.To(Data.nothing());
        }
        return new Migrated.Not("the new version has no step " + state.at);
    }

    @Override
    public State migrated(State state, Compiled<?> to, Data changes) {
        return state;
    }
}

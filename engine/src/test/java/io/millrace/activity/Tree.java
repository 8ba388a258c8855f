package io.millrace.activity;

import static io.millrace.activity.Activities.*;

import io.millrace.data.Data;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process as a plain tree, which can be turned into activities, and can also be carried out directly by recursion
 * ({@link Interpreter}), without continuations, flows or futures.
 *
 * <p>Trees are made so that their result does not depend on who is faster: branches that run side by side write different
 * slots and read none of each other's; nothing that is sent off without waiting stands where something may fail.
 */
sealed interface Tree {
    /** Somebody computes a number from some slots. */
    record Do(String task, int label, List<String> reads, String writes, boolean people) implements Tree {}

    /** As Do, but nobody waits for it. */
    record Send(String task, int label, List<String> reads, String writes) implements Tree {}

    /** Somebody may say that it cannot be done, depending on a slot. */
    record Risk(String task, int label, String read) implements Tree {}

    /** One of two people does it; both would find the same. */
    record Race(String task, int label, String read, String writes) implements Tree {}

    /** The first of some is enough; none leaves anything. */
    record First(List<String> tasks) implements Tree {}

    record Sum(List<String> reads, int plus, String writes) implements Tree {}

    record Pause() implements Tree {}

    record Fails(String reason) implements Tree {}

    record Seq(List<Tree> steps) implements Tree {}

    record If(String slot, Tree then, Tree otherwise) implements Tree {}

    record Loop(int times, Tree body) implements Tree {}

    record While(String counter, int times, Tree body) implements Tree {}

    record Each(List<Integer> items, String list, String item, Tree body) implements Tree {}

    record Par(List<Tree> branches) implements Tree {}

    record ParEach(List<Integer> items, String list, String item, Tree body, String writes, String into)
            implements Tree {}

    record Guard(Tree body, @Nullable String reason, Tree handler, int undo) implements Tree {}

    static int value(int label, List<Integer> inputs) {
        int value = label;
        for (int input : inputs) {
            value = (value * 31 + input) % 97;
        }
        return value;
    }

    static boolean isOdd(int value) {
        return value % 2 != 0;
    }

    static boolean isTooRisky(int label, int input) {
        return value(label, List.of(input)) % 3 == 0;
    }

    static int number(Data data) {
        return data.isNothing() ? 0 : data.asInt();
    }

    /** The same process made of activities. */
    default Activity activity() {
        return switch (this) {
            case Do t -> t.reads().stream()
                    .reduce(t.people() ? work(t.task()) : call(t.task()), (work, slot) -> work.input(slot), (a, b) -> b)
                    .result(t.writes());
            case Send t -> send("object", t.task(), t.reads().toArray()).result(t.writes());
            case Risk t -> work(t.task()).input(t.read()).result("unused");
            case Race t ->
                choice(
                        work(t.task() + " a").input(t.read()).result(t.writes()),
                        sequence(work(t.task() + " b").input(t.read()).result(t.writes()), nothing()));
            case First t ->
                parallel(t.tasks().stream().map(Activities::work).toList()).any();
            case Sum t ->
                compute(
                        t.writes(),
                        e -> (t.plus() + t.reads().stream().mapToInt(slot -> number(e.at(slot))).sum()) % 97);
            case Pause t -> sleep(Duration.ofHours(1));
            case Fails t -> fail(t.reason());
            case Seq t -> sequence(t.steps().stream().map(Tree::activity).toList());
            case If t ->
                when(e -> isOdd(number(e.at(t.slot()))))
                        .then(t.then().activity())
                        .otherwise(t.otherwise().activity());
            case Loop t -> times(t.times(), t.body().activity());
            case While t ->
                sequence(
                        set(t.counter(), 0),
                        repeatWhile(
                                e -> e.at(t.counter()).asInt() < t.times(),
                                t.body().activity(),
                                compute(t.counter(), e -> e.at(t.counter()).asInt() + 1)));
            case Each t -> sequence(set(t.list(), t.items()), forEach(t.list(), t.item(), t.body().activity()));
            case Par t -> parallel(t.branches().stream().map(Tree::activity).toList());
            case ParEach t ->
                sequence(
                        set(t.list(), t.items()),
                        parallelEach(t.list(), t.item(), t.body().activity()).collect(t.writes(), t.into()));
            case Guard t -> {
                Scope scope = scope(t.body().activity());
                if (t.reason() != null) {
                    scope = scope.onFailure(t.reason(), t.handler().activity());
                }
                yield t.undo() == 0
                        ? scope
                        : scope.compensate(
                                compute("undone", e -> (number(e.at("undone")) * 10 + t.undo()) % 1_000_003));
            }
        };
    }
}

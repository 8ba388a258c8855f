package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.query.CaseStatus;
import io.millrace.runtime.Settings;
import io.millrace.work.WorkItem;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Long processes and wide ones. */
class LargeTest {
    private static final int MILLION = 1_000_000;

    /** A stack on which nothing deep can run. */
    private static void onSmallStack(Runnable test) throws InterruptedException {
        Throwable[] failure = {null};
        Thread thread = new Thread(null, test, "small", 256 * 1024);
        thread.setUncaughtExceptionHandler((t, e) -> failure[0] = e);
        thread.start();
        thread.join();
        assertThat(failure[0]).isNull();
    }

    @Test
    void a_million_steps_need_no_more_stack_than_one() throws InterruptedException {
        onSmallStack(() -> {
            Bench bench = Bench.of(sequence(
                    sequence(Collections.nCopies(MILLION, nothing())),
                    times(MILLION, nothing()),
                    work("end"),
                    set("done", true)));
            bench.start();
            bench.restart();
            bench.complete("end");
            assertThat(bench.result()).isEqualTo(Data.fields("done", true));
        });
    }

    @Test
    void deep_nesting_needs_no_more_stack_either() throws InterruptedException {
        onSmallStack(() -> {
            Activity nested = work("end");
            for (int i = 0; i < 20_000; i++) {
                nested = i % 2 == 0 ? sequence(nested) : when("yes").then(nested);
            }
            Bench bench = Bench.of(nested);
            bench.start("yes", true);
            bench.complete("end");
            assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
        });
    }

    @Test
    void a_hundred_thousand_branches_run_side_by_side() {
        int count = 100_000;
        List<Integer> items = IntStream.range(0, count).boxed().toList();
        Bench bench = Bench.of(
                Settings.DEFAULT.lanes(1).dataBytes(1 << 24),
                ActivityProcess.named(
                        "p",
                        sequence(
                                parallelEach("items", "item", work("w").result("r"), copy("r", "out"))
                                        .collect("out", "outs"),
                                work("after"))));
        bench.start("items", items);
        List<WorkItem> open = bench.open();
        assertThat(open).hasSize(count);
        for (WorkItem item : open) {
            bench.complete(item.id(), Data.of(item.id().number()));
        }
        assertThat(bench.offered()).containsExactly("after");
        assertThat(bench.data().at("outs").asList()).hasSize(count).endsWith(Data.of(count));
    }

    @Test
    void the_first_of_a_hundred_thousand_branches_cancels_the_rest() {
        List<Integer> items = IntStream.range(0, 100_000).boxed().toList();
        Bench bench = Bench.of(
                Settings.DEFAULT.lanes(1).dataBytes(1 << 24),
                ActivityProcess.named("p", parallelEach("items", "item", work("w")).any()));
        bench.start("items", items);
        bench.complete("w");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_waiting_case_is_small_and_so_is_what_a_step_records() {
        ActivityProcess process = ActivityProcess.named(
                "p", sequence(IntStream.range(0, 5).mapToObj(i -> call("step " + i).result("r")).toList()));
        ActivityState state = process.blank(Data.fields("customer", "anna", "amount", 120));
        Flow.Place place = new Flow.Place(3, Data.Truth.of(true), List.of(), Flow.Kind.WORK, 3);
        Out moved = new Out();
        new ActivityEvent.FlowMoved(1, place).write(moved);
        Out set = new Out();
        new ActivityEvent.SlotSet(1, "r", new Slot.Value(Data.fields("ok", true))).write(set);
        assertThat(moved.length() + set.length()).isLessThan(25);
        Out written = new Out();
        state.apply(new ActivityEvent.FlowMoved(1, place));
        state.write(written);
        assertThat(written.length()).isLessThan(64);
    }
}

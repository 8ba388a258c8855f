package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.kernel.Golden;
import io.millrace.work.Deadline;
import io.millrace.work.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events and states of activities, and the fingerprint of a process, keep their bytes. */
class GoldenFormsTest {
    private static final Data DATA = Data.fields("amount", 12.5, "lines", List.of(1, "two"));

    private static final List<Slot> SLOTS =
            List.of(new Slot.Value(DATA), new Slot.Bound("bank"), new Slot.Future(3, "pay"), new Slot.Broken("no line"));

    /** The same state before it could tell who did what. */
    private static final String FIRST_FORM = Golden.lines(GoldenFormsTest.class, "states-1.hex").getFirst();

    private static List<ActivityEvent> events() {
        List<ActivityEvent> events = new ArrayList<>(List.of(
                new ActivityEvent.SlotSet(1, "x", SLOTS.getFirst()),
                new ActivityEvent.FlowsForked(1, List.of(2, 300)),
                new ActivityEvent.EachForked(1, 4, "item", "collected", List.of(Data.of(1), DATA)),
                new ActivityEvent.EachForked(1, 4, "item", null, List.of()),
                new ActivityEvent.FlowEnded(2, DATA),
                new ActivityEvent.FlowFailed(2, "no money"),
                new ActivityEvent.FlowsCancelled(1, 2),
                new ActivityEvent.WorkSent(1, 2, "pay", 1, "result"),
                new ActivityEvent.WorkSent(1, 2, "pay", 1, null),
                new ActivityEvent.ResultCame(2, new Slot.Broken("never")),
                new ActivityEvent.UndoRegistered(1, 5),
                new ActivityEvent.UndoForgotten(1, 0),
                new ActivityEvent.UndoForked(1),
                new ActivityEvent.TaskTaken("sign", "anna")));
        for (Flow.Kind kind : Flow.Kind.values()) {
            events.add(new ActivityEvent.FlowMoved(1, place(kind)));
        }
        return events;
    }

    private static Flow.Place place(Flow.Kind kind) {
        return new Flow.Place(7, Data.of(2), List.of(new Flow.Frame(3, DATA)), kind, kind.isNumbered() ? 9 : 0);
    }

    @Test
    void every_event_keeps_its_bytes() {
        new Golden<ActivityEvent>(GoldenFormsTest.class, "events-1.hex", (out, event) -> event.write(out), ActivityEvent::read)
                .check(ActivityEvent.class, events());
    }

    @Test
    void every_slot_keeps_its_bytes() {
        new Golden<Slot>(GoldenFormsTest.class, "slots-1.hex", (out, slot) -> slot.write(out), Slot::read)
                .check(Slot.class, SLOTS);
    }

    @Test
    void a_state_keeps_its_bytes() {
        ActivityState state = ActivityProcess.named("p", sequence(work("a"), work("b"))).blank(DATA);
        state.slots.put("bank", new Slot.Bound("bank"));
        state.slots.put("late", new Slot.Broken("never"));
        for (ActivityEvent event : List.of(
                new ActivityEvent.FlowsForked(1, List.of(2, 3)),
                new ActivityEvent.FlowMoved(1, place(Flow.Kind.FLOWS)),
                new ActivityEvent.FlowMoved(2, place(Flow.Kind.WORK)),
                new ActivityEvent.EachForked(3, 4, "item", "collected", List.of(Data.of(1), DATA)),
                new ActivityEvent.FlowMoved(3, place(Flow.Kind.FLOWS)),
                new ActivityEvent.FlowMoved(4, place(Flow.Kind.TIMER)),
                new ActivityEvent.WorkSent(2, 8, "pay", 1, "result"),
                new ActivityEvent.UndoRegistered(2, 5),
                new ActivityEvent.FlowEnded(5, DATA))) {
            state.apply(event);
        }
        ActivityState old = ActivityState.read(new In(HexFormat.of().parseHex(FIRST_FORM)));
        assertThat(bytes(old)).as("a state of the first form, written again").isEqualTo(bytes(state));
        state.apply(new ActivityEvent.TaskTaken("sign", "anna"));
        new Golden<ActivityState>(GoldenFormsTest.class, "states-2.hex", (out, each) -> each.write(out), ActivityState::read)
                .check(List.of(state));
    }

    private static byte[] bytes(ActivityState state) {
        Out out = new Out();
        state.write(out);
        return out.toBytes();
    }

    /** An application that is started again deploys the same process; another fingerprint would make another version of it. */
    @Test
    void a_process_keeps_its_fingerprint() {
        Activity all = sequence(
                set("x", 1),
                work("sign").role("clerk").priority(7).deadline(Deadline.escalate(Duration.ofHours(2), "boss")).input("x"),
                call("pay").retry(RetryPolicy.attempts(2)).result("paid"),
                scope(parallel(work("a"), work("b"))).compensate(call("undo")),
                parallelEach("xs", "x", work("c")).collect("y", "ys"),
                when("x").then(fail("no")),
                times(3, work("d")),
                sleep(Duration.ofDays(1)));
        assertThat(ActivityProcess.named("p", all).fingerprint()).isEqualTo("642214daebfc4c131e7fc06236599bbc");
    }
}

package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.In;
import io.millrace.kernel.Golden;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Phases and queries of Workflow Prolog, and the fingerprint of a program, keep their bytes. */
class GoldenFormsTest {
    private static final Instant THEN = Instant.parse("2026-03-04T05:06:07.089Z");
    private static final byte[] TERM = {1, 2, 3};

    private static PhaseEnded phase(PhaseEnded.Cause cause, PhaseEnded.Status status) {
        boolean first = cause == PhaseEnded.Cause.INITIAL;
        boolean error = status == PhaseEnded.Status.ERROR;
        return new PhaseEnded(
                cause,
                THEN,
                first ? 0 : 1,
                first ? null : TERM,
                first ? List.of() : List.of(1),
                first ? 3 : 0,
                first ? List.of(new PhaseEnded.Delay(2, THEN.plusSeconds(60))) : List.of(),
                first
                        ? List.of(
                                new PhaseEnded.Sent(1, 1, TERM, TERM, true, TERM),
                                new PhaseEnded.Sent(2, 2, TERM, TERM, false, null))
                        : List.of(),
                List.of(),
                first ? List.of(3) : List.of(),
                first
                        ? List.of(
                                new Suspended(1, TERM, List.of(1), List.of(), List.of(1, 2)),
                                new Suspended(2, TERM, List.of(), List.of(THEN.plusSeconds(60)), List.of(2)))
                        : List.of(),
                first ? 4 : 0,
                List.of(),
                first ? List.of(new PhaseEnded.TimerFor(THEN.plusSeconds(60), 1)) : List.of(),
                status,
                error ? "type_error" : null,
                error ? "go(1)" : null,
                status == PhaseEnded.Status.SUCCEEDED ? TERM : null,
                false,
                null,
                "");
    }

    private static PhaseEnded later(boolean held, boolean replied, String output) {
        PhaseEnded phase = phase(PhaseEnded.Cause.REPLY, PhaseEnded.Status.RUNNING);
        return new PhaseEnded(
                phase.cause(), phase.at(), phase.work(), phase.reply(), phase.woken(), phase.created(), phase.delayed(), phase.sent(),
                phase.cancelled(), phase.collected(), phase.suspended(), phase.lastFree(), phase.timersGone(), phase.timersSet(),
                phase.status(), phase.code(), phase.goal(), phase.result(), held, replied ? THEN.minusSeconds(5) : null, output);
    }

    @Test
    void every_event_keeps_its_bytes() {
        List<PrologEvent> phases = new ArrayList<>();
        for (PhaseEnded.Cause cause : List.of(PhaseEnded.Cause.INITIAL, PhaseEnded.Cause.REPLY, PhaseEnded.Cause.TIME)) {
            for (PhaseEnded.Status status : PhaseEnded.Status.values()) {
                phases.add(phase(cause, status));
            }
        }
        new Golden<PrologEvent>(GoldenFormsTest.class, "events-1.hex", (out, event) -> event.write(out), PrologEvent::read)
                .check(phases);
    }

    @Test
    void events_of_phases_that_were_held_keep_their_bytes() {
        PhaseHeld.Raised raised = new PhaseHeld.Raised(
                "type_error", "go(1)", "It is wrong.", List.of(1), 2, List.of(new PhaseEnded.Sent(1, 0, TERM, TERM, false, null)), "said");
        List<PrologEvent> events = List.of(
                phase(PhaseEnded.Cause.MIGRATED, PhaseEnded.Status.RUNNING),
                later(true, false, ""),
                later(true, true, ""),
                later(false, false, "Hello\n"),
                later(true, true, "Hello\n"),
                new PhaseHeld(Held.initial(THEN, TERM), false, raised),
                new PhaseHeld(Held.reply(THEN, 1, TERM), true, raised),
                new PhaseHeld(Held.time(THEN, THEN.plusSeconds(1)), false, null),
                new PhaseHeld(Held.migrated(THEN), false, null),
                new AskedAgain(1, 2));
        new Golden<PrologEvent>(GoldenFormsTest.class, "events-2.hex", (out, event) -> event.write(out), PrologEvent::read)
                .check(PrologEvent.class, events);
    }

    @Test
    void a_query_keeps_its_bytes() {
        PrologState begun = new PrologState();
        begun.apply(phase(PhaseEnded.Cause.INITIAL, PhaseEnded.Status.RUNNING));
        PrologState answered = new PrologState();
        answered.apply(phase(PhaseEnded.Cause.INITIAL, PhaseEnded.Status.RUNNING));
        answered.apply(phase(PhaseEnded.Cause.REPLY, PhaseEnded.Status.RUNNING));
        PrologState held = new PrologState();
        held.apply(phase(PhaseEnded.Cause.INITIAL, PhaseEnded.Status.RUNNING));
        held.apply(new PhaseHeld(Held.reply(THEN, 1, TERM), false, null));
        held.move();
        new Golden<PrologState>(GoldenFormsTest.class, "states-2.hex", (out, state) -> state.write(out), PrologState::read)
                .check(List.of(begun, answered, held));
    }

    @Test
    void a_query_in_its_first_form_is_read() throws java.io.IOException {
        try (var golden = GoldenFormsTest.class.getResourceAsStream("states-1.hex")) {
            assertThat(golden).isNotNull();
            for (String line : new String(golden.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
                In in = new In(java.util.HexFormat.of().parseHex(line.split(" ")[1]));
                PrologState state = PrologState.read(in);
                in.end();
                assertThat(state.goals()).isNotEmpty();
                assertThat(state.held()).isEmpty();
            }
        }
    }

    @Test
    void a_program_keeps_its_fingerprint() {
        assertThat(new WorkflowProlog().compile("p", ":- rpc(clerk, ask, Q), go(Q).\n\ngo(Q) :- replycontent(Q, yes) : true.\n")
                        .fingerprint())
                .isEqualTo("1e40398565f59ca79e3fdc6e35a826a9");
    }
}

package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

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
                status == PhaseEnded.Status.SUCCEEDED ? TERM : null);
    }

    @Test
    void every_event_keeps_its_bytes() {
        List<PrologEvent> phases = new ArrayList<>();
        for (PhaseEnded.Cause cause : PhaseEnded.Cause.values()) {
            for (PhaseEnded.Status status : PhaseEnded.Status.values()) {
                phases.add(phase(cause, status));
            }
        }
        new Golden<PrologEvent>(GoldenFormsTest.class, "events-1.hex", (out, event) -> event.write(out), PrologEvent::read)
                .check(PrologEvent.class, phases);
    }

    @Test
    void a_query_keeps_its_bytes() {
        PrologState begun = new PrologState();
        begun.apply(phase(PhaseEnded.Cause.INITIAL, PhaseEnded.Status.RUNNING));
        PrologState answered = new PrologState();
        answered.apply(phase(PhaseEnded.Cause.INITIAL, PhaseEnded.Status.RUNNING));
        answered.apply(phase(PhaseEnded.Cause.REPLY, PhaseEnded.Status.RUNNING));
        new Golden<PrologState>(GoldenFormsTest.class, "states-1.hex", (out, state) -> state.write(out), PrologState::read)
                .check(List.of(begun, answered));
    }

    @Test
    void a_program_keeps_its_fingerprint() {
        assertThat(new WorkflowProlog().compile("p", ":- rpc(clerk, ask, Q), go(Q).\n\ngo(Q) :- replycontent(Q, yes) : true.\n")
                        .fingerprint())
                .isEqualTo("1e40398565f59ca79e3fdc6e35a826a9");
    }
}

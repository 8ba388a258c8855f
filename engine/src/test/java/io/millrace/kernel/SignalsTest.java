package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.sim.Rig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SignalsTest {
    private final Rig rig = Rig.with(Steps.of("p", new Steps.Step.Await("paid", "order"), people("ship")));

    private CaseId waiting(String order) {
        return rig.start("p", Data.fields("order", order));
    }

    private void signal(String key, int amount) {
        rig.done(new Command.Signal("paid", key, Data.fields("amount", amount)));
    }

    private Data amount(CaseId id) {
        return rig.look(id).data().at("amount");
    }

    @Test
    void a_signal_reaches_the_case_with_its_correlation_key_and_no_other() {
        CaseId one = waiting("one");
        CaseId two = waiting("two");
        signal("two", 20);
        assertThat(amount(one)).isEqualTo(Data.nothing());
        assertThat(amount(two)).isEqualTo(Data.of(20));
    }

    @Test
    void a_signal_that_nobody_waits_for_is_kept_for_the_first_that_will() {
        signal("one", 1);
        signal("one", 2);
        assertThat(amount(waiting("one"))).isEqualTo(Data.of(1));
        assertThat(amount(waiting("one"))).isEqualTo(Data.of(2));
        assertThat(amount(waiting("one"))).isEqualTo(Data.nothing());
    }

    @Test
    void a_signal_goes_to_every_case_that_waits() {
        CaseId first = waiting("same");
        CaseId second = waiting("same");
        signal("same", 5);
        assertThat(amount(first)).isEqualTo(Data.of(5));
        assertThat(amount(second)).isEqualTo(Data.of(5));
        assertThat(amount(waiting("same"))).isEqualTo(Data.nothing());
    }

    @Test
    void a_signal_that_is_kept_too_long_is_dropped() {
        signal("one", 1);
        rig.advance(Duration.ofDays(8));
        signal("one", 2);
        assertThat(amount(waiting("one"))).isEqualTo(Data.of(2));
    }

    @Test
    void a_case_that_ends_waits_no_more() {
        CaseId gone = waiting("one");
        rig.done(new Command.CancelCase(gone, "enough"));
        signal("one", 1);
        assertThat(amount(waiting("one"))).isEqualTo(Data.of(1));
    }

    @Test
    void a_signal_that_meets_a_case_which_has_just_stopped_waiting_is_given_to_another() {
        CaseId gone = waiting("one");
        rig.hold(true);
        var sent = rig.mill().operator().ask(new Command.Signal("paid", "one", Data.fields("amount", 9)));
        var cancelled = rig.mill().operator().ask(new Command.CancelCase(gone, "enough"));
        rig.hold(false);
        assertThat(sent.join()).isEqualTo(Answer.DONE);
        assertThat(cancelled.join()).isEqualTo(Answer.DONE);
        CaseId next = waiting("one");
        boolean received = rig.events(gone).contains("SignalReceived");
        assertThat(amount(next)).isEqualTo(received ? Data.nothing() : Data.of(9));
    }

    @Test
    void signals_and_those_who_wait_survive_a_crash() {
        Steps process = Steps.of("p", new Steps.Step.Await("paid", "order"), people("ship"));
        CaseId id = waiting("one");
        signal("two", 2);
        rig.restart(process);
        signal("one", 1);
        assertThat(amount(id)).isEqualTo(Data.of(1));
        assertThat(amount(waiting("two"))).isEqualTo(Data.of(2));
    }

    @Test
    void a_signal_that_is_too_large_is_refused_even_when_old_ones_have_to_go() {
        Rig small = Rig.with(settings -> settings.dataBytes(100), Steps.of("p", people("t")));
        small.done(new Command.Signal("paid", "one", Data.of(1)));
        small.advance(Duration.ofDays(8));
        assertThat(small.refused(new Command.Signal("paid", "one", Data.of("x".repeat(200)))).code()).isEqualTo(Code.TOO_LARGE);
    }
}

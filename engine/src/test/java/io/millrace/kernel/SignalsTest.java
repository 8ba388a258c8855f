package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.MailboxEntity;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.problem.Code;
import io.millrace.sim.Rig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

    /** With one lane a cancellation that was asked for stands before whatever the signal brings about. */
    private static Rig oneLane(Steps.Step... steps) {
        return Rig.with(settings -> settings.lanes(1), Steps.of("p", steps));
    }

    /** A signal, and before it reaches the cases that wait, one of them ends. */
    private static void signalAndCancel(Rig rig, CaseId gone) {
        rig.hold(true);
        var sent = rig.mill().operator().ask(new Command.Signal("paid", "one", Data.fields("amount", 9)));
        var cancelled = rig.mill().operator().ask(new Command.CancelCase(gone, "enough"));
        rig.hold(false);
        assertThat(sent.join()).isEqualTo(Answer.DONE);
        assertThat(cancelled.join()).isEqualTo(Answer.DONE);
        assertThat(rig.events(gone)).contains("SignalMissed").doesNotContain("SignalReceived");
    }

    @Test
    void a_signal_that_meets_a_case_which_has_just_stopped_waiting_is_given_to_another() {
        Rig rig = oneLane(new Steps.Step.Await("paid", "order"), people("ship"));
        CaseId gone = rig.start("p", Data.fields("order", "one"));
        signalAndCancel(rig, gone);
        CaseId next = rig.start("p", Data.fields("order", "one"));
        assertThat(rig.look(next).data().at("amount")).isEqualTo(Data.of(9));
    }

    @Test
    void a_signal_that_comes_back_stands_before_those_that_came_later() {
        assertThat(mailbox(2, 1, 3)).isEqualTo(mailbox(1, 2, 3));
    }

    /** The bytes of a mailbox that keeps signals in this order, each sent at the second of its number. */
    private static byte[] mailbox(int... signals) {
        MailboxEntity mailbox = MailboxEntity.at(new EntityId.OfMailbox("main", "paid", "one"));
        for (int signal : signals) {
            Instant sent = Instant.ofEpochSecond(signal);
            mailbox.apply(null, new Event.SignalKept(Data.of(signal), sent), sent);
        }
        Out out = new Out();
        mailbox.write(out);
        return out.toBytes();
    }

    @Test
    void a_signal_that_reached_several_does_not_come_back_through_one_that_had_stopped_waiting() {
        Rig rig = oneLane(new Steps.Step.Await("paid", "order"), new Steps.Step.Await("paid", "order"), people("ship"));
        CaseId gone = rig.start("p", Data.fields("order", "one"));
        CaseId again = rig.start("p", Data.fields("order", "one"));
        signalAndCancel(rig, gone);
        CaseId later = rig.start("p", Data.fields("order", "one"));
        assertThat(rig.events(again)).filteredOn("SignalReceived"::equals).hasSize(1);
        assertThat(rig.events(later)).doesNotContain("SignalReceived");
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

    @Test
    void a_message_that_cannot_be_read_for_a_while_is_not_overtaken_by_the_next() {
        Steps hasty = Steps.of("hasty", people("look"), new Steps.Step.Glance("paid", "order"), people("ship"));
        for (int times = 1; times <= 4; times++) {
            Rig other = Rig.with(hasty);
            CaseId id = other.start("hasty", Data.fields("order", "one"));
            other.failReads(Table.OUTBOX, times);
            other.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
            other.advance(Duration.ofSeconds(5));
            Audit audit = Audit.of(other.store(), List.of(hasty));
            assertThat(audit.underWay()).as("messages that were not taken").isZero();
            assertThat(audit.held()).as("who waits, after having given up").isEmpty();
        }
    }
}

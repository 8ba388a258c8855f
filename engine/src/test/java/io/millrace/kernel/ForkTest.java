package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Journal;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.kernel.past.Fork;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.problem.Code;
import io.millrace.query.CaseStatus;
import io.millrace.query.Reason;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A copy of a journal as it was at an instant goes on from there; the journal itself is not touched. */
class ForkTest {
    private static final Steps ORDER = Steps.of("order", people("pack"), new Steps.Step.Await("paid", "order"), people("ship"));
    private static final Steps KEYED = Steps.of(new Contract("keyed", Shape.any(), true, List.of()), people("check"));
    private static final Compiled<?>[] ALL = {ORDER, KEYED};

    private final Rig rig = Rig.with(ALL);

    /** Some time after what was done last, and some before what is done next. */
    private Instant moment() {
        rig.advance(Duration.ofSeconds(1));
        Instant at = rig.now();
        rig.advance(Duration.ofSeconds(1));
        return at;
    }

    private static Rig forked(Rig original, Instant at, Compiled<?>... processes) {
        MemoryStore copy = new MemoryStore();
        Instant goesOn = Fork.of(original.store(), copy, PayloadCodec.PLAIN, at, turns -> {});
        assertThat(Journal.check(copy, PayloadCodec.PLAIN, List.of(), List.of(), turns -> {}).findings()).isEmpty();
        return Rig.on(copy, goesOn, UnaryOperator.identity(), processes);
    }

    private Rig fork(Instant at) {
        return forked(rig, at, ALL);
    }

    private static void pack(Rig in, CaseId id) {
        in.done(new Command.Complete(new WorkId(id, 1), Data.fields(), 0));
    }

    private static void pay(Rig in, int amount) {
        in.done(new Command.Signal("paid", "one", Data.fields("amount", amount)));
    }

    private CaseId order() {
        return rig.start("order", Data.fields("order", "one"));
    }

    @Test
    void a_signal_that_was_kept_then_and_received_since_is_kept_in_the_copy() {
        CaseId id = order();
        pay(rig, 1);
        Instant at = moment();
        pay(rig, 2);
        pack(rig, id);
        assertThat(rig.look(id).data().at("amount")).isEqualTo(Data.of(1));
        Rig copy = fork(at);
        assertThat(copy.look(id).data().at("amount")).isEqualTo(Data.nothing());
        pack(copy, id);
        assertThat(copy.look(id).data().at("amount")).isEqualTo(Data.of(1));
        CaseId next = copy.start("order", Data.fields("order", "one"));
        pack(copy, next);
        assertThat(copy.look(next).data().at("amount")).as("the signal that came later").isEqualTo(Data.nothing());
    }

    @Test
    void a_signal_that_is_still_kept_was_kept_then() {
        pay(rig, 1);
        Instant at = moment();
        pay(rig, 2);
        Rig copy = fork(at);
        CaseId id = copy.start("order", Data.fields("order", "one"));
        pack(copy, id);
        assertThat(copy.look(id).data().at("amount")).isEqualTo(Data.of(1));
    }

    @Test
    void a_case_that_waited_then_waits_in_the_copy_whatever_came_since() {
        CaseId id = order();
        pack(rig, id);
        Instant at = moment();
        pay(rig, 1);
        Rig copy = fork(at);
        assertThat(copy.look(id).waits()).hasSize(1);
        pay(copy, 7);
        assertThat(copy.look(id).data().at("amount")).isEqualTo(Data.of(7));
        assertThat(rig.look(id).data().at("amount")).as("the journal itself").isEqualTo(Data.of(1));
    }

    @Test
    void a_signal_that_came_at_the_instant_itself_has_been_told() {
        CaseId id = order();
        pack(rig, id);
        rig.advance(Duration.ofSeconds(1));
        pay(rig, 5);
        Instant at = rig.now();
        rig.advance(Duration.ofSeconds(1));
        assertThat(fork(at).look(id).data().at("amount")).isEqualTo(Data.of(5));
        assertThat(fork(at.minusNanos(1)).look(id).waits()).hasSize(1);
    }

    @Test
    void a_unique_key_is_held_in_the_copy_by_the_case_that_held_it() {
        CaseId id = CaseId.root(rig.done(new Command.Start("keyed", 0, Data.fields(), "k")).asLong());
        Instant held = moment();
        rig.done(new Command.CancelCase(id, "enough"));
        Instant free = moment();
        rig.done(new Command.Start("keyed", 0, Data.fields(), "k"));
        Rig copy = fork(held);
        assertThat(copy.refused(new Command.Start("keyed", 0, Data.fields(), "k")).code()).isEqualTo(Code.KEY_TAKEN);
        copy.done(new Command.CancelCase(id, "enough"));
        assertThat(copy.done(new Command.Start("keyed", 0, Data.fields(), "k")).asLong()).isEqualTo(id.root() + 1);
        Rig later = fork(free);
        assertThat(later.look(id).info().status()).isEqualTo(CaseStatus.CANCELLED);
        assertThat(later.done(new Command.Start("keyed", 0, Data.fields(), "k")).asLong()).isEqualTo(id.root() + 1);
    }

    @Test
    void a_pool_has_in_the_copy_what_waited_and_what_its_agents_had() {
        Steps signing = Steps.of("signing", Steps.task(Task.people("sign").offeredTo(Performers.pool("clerks"))));
        Rig original = Rig.with(signing);
        original.done(new Command.DefinePool(Pool.named("clerks").agent(Agent.named("anna").qualified("sign", 1))));
        CaseId first = original.start("signing");
        CaseId second = original.start("signing");
        original.advance(Duration.ofSeconds(1));
        Instant at = original.now();
        original.advance(Duration.ofSeconds(1));
        original.done(new Command.Complete(new WorkId(first, 1), Data.fields(), 0));
        assertThat(original.work(second, 1).holder()).isEqualTo("anna");
        assertThat(original.mill().at(at).why(second, "sign").because()).extracting(Reason::words)
                .contains("it waits in pool 'clerks' until an agent who is qualified is idle since 2000-01-01T00:00:00Z");
        assertThat(original.mill().at(at).why(first, "sign").because()).extracting(Reason::words)
                .contains("it was allocated to anna by pool 'clerks' at 2000-01-01T00:00:00Z");
        Rig copy = forked(original, at, signing);
        assertThat(copy.work(first, 1).holder()).isEqualTo("anna");
        assertThat(copy.work(second, 1).holder()).isNull();
        copy.done(new Command.CancelCase(first, "enough"));
        assertThat(copy.work(second, 1).holder()).isEqualTo("anna");
    }

    @Test
    void the_journal_as_it_is_is_copied_row_by_row() {
        CaseId id = order();
        pay(rig, 1);
        rig.advance(Duration.ofSeconds(1));
        Rig copy = fork(Instant.MAX);
        assertThat(copy.look(id)).isEqualTo(rig.look(id));
        pack(copy, id);
        assertThat(copy.look(id).data().at("amount")).isEqualTo(Data.of(1));
        assertThat(rig.work(id)).hasSize(1);
    }

    @Test
    void a_copy_goes_where_no_journal_is() {
        order();
        assertThatThrownBy(() -> Fork.of(rig.store(), rig.store(), PayloadCodec.PLAIN, Instant.MAX, turns -> {}))
                .hasMessageContaining("MR-5012");
    }
}

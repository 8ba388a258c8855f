package io.millrace.kernel;

import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.ActivityProcess;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventCodec;
import io.millrace.language.Compiled;
import io.millrace.net.Junction;
import io.millrace.net.Nets;
import io.millrace.net.run.NetProcess;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.sim.Rig;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A migration records what is renamed and what gets another value; the state follows from that, live and in replay. */
class MigrationRecordTest {
    private static NetProcess net(String first, String second) {
        return NetProcess.of(Nets.specification("p", Nets.net("n")
                .input("i").to(first)
                .task(first).to(second)
                .task(second).to("o")
                .output("o")
                .build()), null);
    }

    private static Data migrated(Rig rig, CaseId id) {
        return rig.history(id).stream().filter(event -> event.kind().equals("CaseMigrated")).map(HistoryEvent::detail).findFirst().orElseThrow();
    }

    /** The case looks the same after the engine has replayed it from the first event. */
    private static void replayEqualsLive(Rig rig, CaseId id, Compiled<?>... versions) {
        CaseDetails live = rig.look(id);
        rig.restart(versions);
        assertThat(rig.look(id)).isEqualTo(live);
    }

    @Test
    void a_net_records_the_mapping_and_the_renamed_nodes() {
        NetProcess old = net("a", "b");
        NetProcess next = net("a", "x");
        Rig rig = Rig.with(old, next);
        CaseId id = CaseId.root(rig.done(new Command.Start("p", 1, Data.fields(), null)).asLong());
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        rig.done(new Command.Migrate(id, 2, Data.fields("b", "x")));
        assertThat(migrated(rig, id)).isEqualTo(Data.fields(
                "version", 2,
                "mapping", Data.fields("b", "x"),
                "changes", Data.fields("renamed", Data.fields("b", "x", "c(a,b)", "c(a,x)"))));
        replayEqualsLive(rig, id, old, next);
        rig.done(new Command.Complete(new WorkId(id, 2), Data.nothing(), 0));
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void activities_record_the_places_that_moved_and_call_an_upgrade_once() {
        AtomicInteger calls = new AtomicInteger();
        ActivityProcess old = ActivityProcess.named("p", sequence(work("a"), work("b")));
        ActivityProcess next = ActivityProcess.named("p", sequence(set("new", true), work("a"), work("b")))
                .version(2)
                .upgradeFrom(1, slots -> {
                    calls.incrementAndGet();
                    return Data.fields("total", slots.at("sum"), "kept", slots.at("kept"));
                });
        Rig rig = Rig.with(old, next);
        CaseId id = CaseId.root(rig.done(new Command.Start("p", 1, Data.fields("sum", 7, "kept", "k"), null)).asLong());
        rig.done(new Command.Migrate(id, 2, Data.fields("sequence/1", "sequence/2")));
        assertThat(migrated(rig, id).at("changes")).isEqualTo(Data.fields(
                "nodes", Data.fields("2", 3),
                "renamed", Data.fields("sequence/1", "sequence/2"),
                "set", Data.fields("total", 7),
                "gone", Data.items("sum")));
        assertThat(calls).hasValue(1);
        replayEqualsLive(rig, id, old, next);
        assertThat(calls).hasValue(1);
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        assertThat(rig.look(id).data()).isEqualTo(Data.fields("kept", "k", "total", 7));
        assertThat(rig.work(id)).extracting(item -> item.task()).containsExactly("b");
    }

    @Test
    void a_program_records_that_nothing_changes() {
        WorkflowProlog prolog = new WorkflowProlog();
        Compiled<?> old = prolog.compile("p", ":- rpc(a, 1, A), go(A).\ngo(A) :- replycontent(A, _) : true.\n");
        Compiled<?> next = prolog.compile("p", ":- rpc(a, 1, A), go(A).\ngo(A) :- replycontent(A, _) : rpc(b, 2, _).\n");
        Rig rig = Rig.with(old, next);
        CaseId id = CaseId.root(rig.done(new Command.Start("p", 1, Data.nothing(), null)).asLong());
        rig.done(new Command.Migrate(id, 2, Data.nothing()));
        assertThat(migrated(rig, id).at("changes")).isEqualTo(Data.nothing());
        replayEqualsLive(rig, id, old, next);
    }

    @Test
    void two_tasks_under_way_cannot_become_one() {
        NetProcess old = NetProcess.of(Nets.specification("p", Nets.net("n")
                .input("i").to("s")
                .task("s").split(Junction.AND).to("a", "b")
                .task("a").to("j").task("b").to("j")
                .task("j").join(Junction.AND).to("o")
                .output("o").build()), null);
        Rig rig = Rig.with(old, net("s", "x"));
        CaseId id = CaseId.root(rig.done(new Command.Start("p", 1, Data.fields(), null)).asLong());
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        assertThat(rig.refused(new Command.Migrate(id, 2, Data.fields("a", "x", "b", "x"))).message())
                .contains("tasks 'a' and 'b' are open and would both become 'x'");
    }

    @Test
    void a_task_that_only_could_not_go_on_may_be_gone_in_the_new_version() {
        NetProcess old = NetProcess.of(Nets.specification("p", Nets.net("n")
                .input("i").to("a")
                .task("a").to("c")
                .condition("c").to("b")
                .task("b").handler("h").give("x", data -> {
                    throw new IllegalStateException("no x");
                }).to("o")
                .output("o").build()), null);
        NetProcess next = NetProcess.of(Nets.specification("p", Nets.net("n")
                .input("i").to("a").task("a").to("c").condition("c").to("d").task("d").to("o").output("o").build()), null);
        Rig rig = Rig.with(old, next);
        CaseId id = CaseId.root(rig.done(new Command.Start("p", 1, Data.fields(), null)).asLong());
        rig.done(new Command.Complete(new WorkId(id, 1), Data.nothing(), 0));
        assertThat(rig.look(id).info().incident()).isNotNull();
        rig.done(new Command.Migrate(id, 2, Data.nothing()));
        assertThat(rig.work(id)).extracting(item -> item.task()).containsExactly("d");
        replayEqualsLive(rig, id, old, next);
    }

    @Test
    void a_migration_of_the_first_form_is_read_with_its_state() {
        byte[] state = {1, 2, 3};
        Out out = new Out().u8(7).varint(2).bytes(state);
        Event event = EventCodec.readEvent(new In(out.toBytes()));
        assertThat(event).isInstanceOfSatisfying(Event.CaseMigrated.class, migrated -> {
            assertThat(migrated.version()).isEqualTo(2);
            assertThat(migrated.state()).isEqualTo(state);
        });
        Out again = new Out();
        EventCodec.writeEvent(again, event);
        assertThat(again.toBytes()).isEqualTo(out.toBytes());
    }
}

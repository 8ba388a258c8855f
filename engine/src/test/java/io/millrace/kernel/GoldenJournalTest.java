package io.millrace.kernel;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.process;
import static io.millrace.activity.Activities.scope;
import static io.millrace.activity.Activities.send;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.signal;
import static io.millrace.activity.Activities.sleep;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.KeptStore;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.kernel.index.StoredFiles;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Shards;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.Code;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.JournalReport;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.Deadline;
import io.millrace.work.Participant;
import io.millrace.work.RetryPolicy;
import io.millrace.work.WorkItem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whole journals that earlier versions have left: every later version opens them, finds nothing wrong and goes on with
 * every case. A file is written once, with {@code -Dmillrace.golden=write} by the version that first has its form, and
 * never changes afterwards; the next form gets a file of its own.
 */
class GoldenJournalTest {
    private static final String NAME = "journal-1.rows";
    private static final byte[] FILE = "the content of a file".getBytes(StandardCharsets.UTF_8);

    private static final ActivityProcess ORDER = ActivityProcess.named(
                    "order",
                    sequence(
                            scope(work("sign")
                                            .role("clerk")
                                            .priority(7)
                                            .dueAfter(Duration.ofDays(1))
                                            .deadline(Deadline.escalate(Duration.ofHours(2), "boss")))
                                    .compensate(call("unsign")),
                            call("pay").retry(RetryPolicy.attempts(1)).result("paid"),
                            send("bank", "inform").result("informed"),
                            signal("shipped").keyFrom("order").result("shipment"),
                            parallel(sleep(Duration.ofDays(2)), work("pack")),
                            process("net"),
                            work("file")))
            .uniqueKey()
            .attributes("amount");

    private static final ActivityProcess CHANGED = ActivityProcess.named(
                    "order",
                    sequence(
                            scope(work("sign")
                                            .role("clerk")
                                            .priority(7)
                                            .dueAfter(Duration.ofDays(1))
                                            .deadline(Deadline.escalate(Duration.ofHours(2), "boss")))
                                    .compensate(call("unsign")),
                            work("check")))
            .uniqueKey()
            .attributes("amount");

    private static final Compiled<?> NET = new NetLanguage().compile("net", """
            initial_activity(a).
            and_split(a, [b, c, t]).
            and_join([b, c, t], d).
            final_activity(d).
            role(b, clerk).
            timer(t, after('P1D')).
            event(c, answered).
            """);

    private static final Compiled<?> PROGRAM = new WorkflowProlog().compile("program", """
            :- rpc(clerk, ask, Q), go(Q).

            go(Q) :- replycontent(Q, yes) : rpc(clerk, again, R), after(R).

            after(R) :- replycontent(R, yes) : result(fine).
            """);

    @BeforeAll
    static void write() throws IOException {
        if (Golden.writes()) {
            Golden.write(GoldenJournalTest.class, NAME, GoldenFormTest.rows(story()));
        }
    }

    private static MemoryStore golden() {
        MemoryStore store = new MemoryStore();
        for (String line : Golden.text(GoldenJournalTest.class, NAME).split("\n")) {
            String[] parts = line.split(" ", -1);
            HexFormat hex = HexFormat.of();
            store.commit(new Batch().put(Table.valueOf(parts[0]), hex.parseHex(parts[1]), hex.parseHex(parts[2])));
        }
        return store;
    }

    private static JournalReport check(Store store) {
        return JournalCheck.of(store, PayloadCodec.PLAIN, List.of(new NetLanguage(), new WorkflowProlog()), turns -> {});
    }

    // The story: at its end there is a case at every place where one can wait.

    private static Store story() throws IOException {
        Rig rig = Rig.with(settings -> settings.snapshotBytes(400).checkReplay(false), ORDER, NET, PROGRAM);
        rig.done(new Command.AddParticipant(new Participant("anna", Set.of("clerk", "boss"), Set.of("german"))));
        rig.participant("bert", "clerk");
        rig.participant("carl");
        rig.done(new Command.RemoveParticipant("carl"));
        // 1 to 8: orders, each a step further than the one before it.
        for (int i = 1; i <= 8; i++) {
            order(i, rig);
        }
        copyFiles(rig.store());
        rig.ask(operator -> operator.as("anna").onBehalfOf("eva").because("urgent").request("r1").trace("t-1")
                .occurred(rig.now().minusSeconds(60))
                .ask(new Command.Delegate(new WorkId(CaseId.root(1), 1), "bert")));
        for (int i = 2; i <= 8; i++) {
            rig.doneAs("anna", new Command.Complete(new WorkId(CaseId.root(i), 1), Data.fields("signed", i), 0));
        }
        // 3 has an incident; all after it are paid for.
        rig.done(new Command.Fail(new WorkId(CaseId.root(3), 2), "no line", 1, true));
        for (int i = 4; i <= 8; i++) {
            rig.done(new Command.Complete(new WorkId(CaseId.root(i), 2), Data.of(100 * i), 0));
        }
        // 6 to 8 are shipped, 8 is at the net inside it; a signal is kept for an order that does not exist yet.
        for (int i = 6; i <= 8; i++) {
            rig.done(new Command.Complete(new WorkId(CaseId.root(i), 3), Data.of("informed"), 0));
            rig.done(new Command.Signal("shipped", "o-" + i, Data.fields("van", i)));
        }
        rig.done(new Command.Signal("shipped", "o-99", Data.fields("van", 99)));
        rig.done(new Command.Complete(new WorkId(CaseId.root(8), 4), Data.nothing(), 0));
        // 7 is suspended, and something happens to it meanwhile.
        rig.done(new Command.SuspendCase(CaseId.root(7)));
        rig.advance(Duration.ofDays(2).plusHours(1));
        // 9 to 12: nets and programs at their beginning and in the middle.
        CaseId net = rig.start("net");
        rig.start("net");
        rig.done(new Command.Complete(new WorkId(net, 1), Data.nothing(), 0));
        CaseId program = rig.start("program");
        rig.start("program");
        rig.done(new Command.Complete(new WorkId(program, 1), Data.of("yes"), 0));
        // 13 is cancelled, 14 goes on under another version, 15 has ended and is erased.
        rig.done(new Command.CancelCase(order(13, rig), "no longer needed"));
        CaseId migrated = order(14, rig);
        rig.done(new Command.Deploy(CHANGED));
        rig.done(new Command.Migrate(migrated, 0, Data.fields()));
        rig.done(new Command.ChangeData(migrated, "amount", Data.of(7)));
        CaseId erased = order(15, rig);
        rig.done(new Command.CancelCase(erased, "to be erased"));
        CompletableFuture<Void> erasing = rig.mill().retention().erasing(Millrace.TENANT, erased);
        rig.rest();
        erasing.join();
        return rig.store();
    }

    private static CaseId order(int number, Rig rig) {
        Data input = Data.fields("amount", 12.5 * number, "order", "o-" + number);
        return CaseId.root(rig.done(new Command.Start("order", 0, input, "key-" + number)).asLong());
    }

    /** Attaches a file to case 1. It waits for its commit, so it is done in an engine with threads. */
    private static void copyFiles(Store to) throws IOException {
        MemoryStore store = new MemoryStore();
        try (Millrace mill = Millrace.builder().everything().store(new KeptStore(store)).open()) {
            mill.deploy(Steps.of("p", Steps.people("a")));
            Case first = mill.start("p");
            assertThat(first.id()).isEqualTo(CaseId.root(1));
            mill.files().attach(Millrace.TENANT, first.id(), "scan.txt", new ByteArrayInputStream(FILE));
        }
        Batch copied = new Batch();
        store.scan(Table.FILES, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            copied.put(Table.FILES, key, value);
            return true;
        });
        to.commit(copied);
    }

    // What every later version does with it.

    @Test
    void a_golden_journal_is_intact() {
        JournalReport report = check(golden());
        assertThat(report.findings()).isEmpty();
        assertThat(report.turns()).isGreaterThan(50);
    }

    private static Rig open() {
        return Rig.on(golden(), ORDER, CHANGED);
    }

    private static Map<CaseId, CaseStatus> statuses(Rig rig) {
        Map<CaseId, CaseStatus> statuses = new TreeMap<>();
        for (int number = 1; number <= 14; number++) {
            statuses.put(CaseId.root(number), rig.look(CaseId.root(number)).info().status());
        }
        return statuses;
    }

    @Test
    void an_engine_opens_it_and_every_case_stands_where_it_stood() throws IOException {
        Rig rig = open();
        Map<CaseId, CaseStatus> statuses = statuses(rig);
        assertThat(statuses.get(CaseId.root(7))).isEqualTo(CaseStatus.SUSPENDED);
        assertThat(statuses.get(CaseId.root(13))).isEqualTo(CaseStatus.CANCELLED);
        assertThat(statuses.values().stream().filter(CaseStatus.RUNNING::equals)).hasSize(12);
        assertThat(rig.work(CaseId.root(1), 1).holder()).isEqualTo("bert");
        assertThat(rig.work(CaseId.root(3), 2).incident()).isEqualTo("no line");
        assertThat(rig.look(CaseId.root(14)).info().version()).isEqualTo(2);
        assertThat(rig.look(CaseId.root(14)).data().at("amount")).isEqualTo(Data.of(7));
        assertThat(rig.look(CaseId.root(10)).standing()).isNotEqualTo(Data.nothing());
        assertThat(rig.history(CaseId.root(1))).extracting(HistoryEvent::kind).contains("CaseStarted", "FlowMoved", "WorkAllocated");
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        rig.mill().files().read(Millrace.TENANT, CaseId.root(1), file(), content);
        assertThat(content.toByteArray()).isEqualTo(FILE);
    }

    private static Data file() {
        String hash = HexFormat.of().formatHex(StoredFiles.sha256().digest(FILE));
        return Data.fields("file", hash, "name", "scan.txt", "bytes", FILE.length);
    }

    @Test
    void snapshots_of_an_unknown_form_are_rebuilt_from_events() {
        List<CaseDetails> expected = details(open());
        assertThat(details(Rig.on(changed(true), ORDER, CHANGED))).as("the snapshots of entities").isEqualTo(expected);
        assertThat(details(Rig.on(changed(false), ORDER, CHANGED))).as("the snapshots of cases").isEqualTo(expected);
    }

    /** The golden journal, with another version before each snapshot of an entity or of a case. */
    private static MemoryStore changed(boolean entities) {
        MemoryStore store = golden();
        Batch changes = new Batch();
        store.scan(Table.SNAPSHOTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key);
            EntityId entity = Keys.readEntity(in);
            // What vanishes when nothing is left of it has no turns before its snapshot.
            if (!entity.kind().vanishes() && isOfEntity(store, key, entity) == entities) {
                value[0] = 99;
                changes.put(Table.SNAPSHOTS, key, value);
            }
            return true;
        });
        assertThat(changes.changes()).isNotEmpty();
        store.commit(changes);
        return store;
    }

    /**
     * The snapshot of a mailbox or a key is the only copy of what it says: its earlier turns are gone. Nothing is guessed. Whoever asks
     * the entity is refused, everything else goes on, and the row stays for a version that can read it.
     */
    @Test
    void the_snapshot_of_a_mailbox_in_an_unknown_form_is_refused_and_left_as_it_is() {
        MemoryStore store = golden();
        EntityId.OfMailbox mailbox = new EntityId.OfMailbox(Millrace.TENANT, "shipped", "o-99");
        byte[] key = new Keys(Shards.in(store)).snapshot(mailbox, null);
        byte[] value = Objects.requireNonNull(store.get(Table.SNAPSHOTS, key));
        value[0] = 99;
        store.commit(new Batch().put(Table.SNAPSHOTS, key, value));
        assertThat(check(store).findings()).singleElement().satisfies(finding ->
                assertThat(finding.toString()).contains("o-99").contains("a snapshot of form 99"));
        Rig rig = Rig.on(store, ORDER, CHANGED);
        assertThat(rig.refused(new Command.Signal("shipped", "o-99", Data.nothing())).code()).isEqualTo(Code.DAMAGED);
        rig.done(new Command.Signal("shipped", "o-98", Data.nothing()));
        assertThat(store.get(Table.SNAPSHOTS, key)).isEqualTo(value);
    }

    private static boolean isOfEntity(Store store, byte[] key, EntityId entity) {
        return Arrays.equals(key, new Keys(Shards.in(store)).snapshot(entity, null));
    }

    private static List<CaseDetails> details(Rig rig) {
        return statuses(rig).keySet().stream().map(rig::look).toList();
    }

    @Test
    void a_repeated_request_is_still_recognised() {
        Rig rig = open();
        Command delegate = new Command.Delegate(new WorkId(CaseId.root(1), 1), "bert");
        Answer again = rig.ask(operator -> operator.as("anna").request("r1").ask(delegate));
        assertThat(again).isInstanceOf(Answer.Done.class);
        assertThat(rig.history(CaseId.root(1)).stream().filter(event -> event.kind().equals("WorkAllocated"))).hasSize(1);
        Command other = new Command.Delegate(new WorkId(CaseId.root(1), 1), "anna");
        assertThat(rig.ask(operator -> operator.as("anna").request("r1").ask(other))).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void every_case_goes_on_to_its_end() {
        Rig rig = open();
        rig.equip(mill -> mill.on("pay", work -> Data.of(1)));
        rig.done(new Command.ResumeCase(CaseId.root(7)));
        for (int round = 0; round < 12; round++) {
            for (CaseId id : statuses(rig).keySet()) {
                finish(rig, id);
            }
            rig.advance(Duration.ofDays(1));
        }
        assertThat(statuses(rig)).allSatisfy((id, status) -> assertThat(status)
                .as("case %s", id)
                .isEqualTo(id.root() == 13 ? CaseStatus.CANCELLED : CaseStatus.COMPLETED));
        assertThat(order(16, rig).root()).as("the erased case's number is not used again").isGreaterThan(15);
        assertThat(check(rig.store()).findings()).isEmpty();
    }

    /** Does what a case and its sub-cases wait for. */
    private static void finish(Rig rig, CaseId id) {
        if (!rig.look(id).info().status().isOpen()) {
            return;
        }
        for (WorkItem item : rig.work(id)) {
            if (item.child() != 0) {
                finish(rig, id.child(item.child()));
            } else {
                rig.ask(new Command.Complete(item.id(), Data.of("yes"), 0));
            }
        }
        rig.look(id).waits().forEach(wait -> rig.done(new Command.Signal(wait.signal(), wait.key(), Data.nothing())));
    }
}

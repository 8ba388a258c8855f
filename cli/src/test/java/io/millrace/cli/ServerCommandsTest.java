package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.cli.TargetOptions.Target;
import io.millrace.data.Data;
import io.millrace.query.WorkQuery;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.work.Agent;
import io.millrace.work.Pool;
import io.millrace.work.RetryPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same commands on a journal and through a server. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerCommandsTest {
    private static final String CLAIM = """
            :- rpc(clerks, assess(claim), Word), assessed(Word).
            assessed(Word) :- replycontent(Word, ok) : rpc(bank, pay(claim), Done), replycontent(Done, done).
            assessed(Word) :- replycontent(Word, no) : true.
            """;

    private static final String ORDER = """
            initial_activity(pack).
            and_split(pack, [weigh, label]).
            and_join([weigh, label], ship).
            final_activity(ship).
            role(pack, packer).
            work(ship, handler(carrier)).
            """;

    @TempDir
    private static Path temporary;

    private String journal = "";
    private Server server;

    @BeforeAll
    void open() {
        journal = temporary.resolve("journal").toString();
        server = Server.open(ServerSettings.of(Path.of(journal)).port(0));
        Millrace mill = server.mill();
        mill.deploy(new io.millrace.prolog.WorkflowProlog().compile("claim", CLAIM));
        mill.deploy(new io.millrace.net.run.NetLanguage().compile("order", ORDER));
        mill.deploy(ActivityProcess.named("nap", Activities.sleep(Duration.ofDays(2))));
        mill.deploy(ActivityProcess.named("broken", Activities.call("fails").retry(RetryPolicy.NONE)));
        mill.on("fails", work -> {
            throw new IllegalStateException("no line");
        });
        mill.participant("anna", "clerks", "packer");
        mill.agents().define(Pool.named("crew"));
        mill.agents().add("crew", Agent.named("robot").qualifiedForAll(2));
        mill.start("claim", Data.fields(), "first");
        mill.start("order", Data.fields("amount", new java.math.BigDecimal("12.50")), "second");
        mill.start("order", Data.fields("amount", 3));
        mill.start("broken");
        mill.start("nap");
        mill.as("anna").claim(mill.worklist("anna").getFirst().id());
        while (mill.work(WorkQuery.ALL.onlyIncidents(), null, 1).items().isEmpty()) {
            Thread.onSpinWait();
        }
        mill.whenQuiet().join();
    }

    @AfterAll
    void close() {
        server.close();
    }

    @Test
    void a_backup_is_made_while_the_server_runs_and_put_in_place_of_a_journal() {
        String copy = temporary.resolve("copies/now").toString();
        Printed made = Printed.by("backup", copy, "--journal", journal, "--replay");
        assertThat(made.err()).isEmpty();
        assertThat(made.out()).contains("Copied and verified").contains("now");
        assertThat(Printed.by("backup", copy, "--journal", journal).err()).contains("MR-8016").contains("is there already");
        String restored = temporary.resolve("restored").toString();
        assertThat(Printed.by("restore", copy, restored, "--json").status()).isZero();
        assertThat(Printed.by("cases", "--json", "--journal", restored).out()).isEqualTo(Printed.by("cases", "--json", "--journal", copy).out());
        assertThat(Printed.by("check", restored).status()).isZero();
        Printed remote = Printed.by("backup", "--server", server.address(), "--json");
        assertThat(Data.parse(remote.out()).at("rows").asInt()).isPositive();
        assertThat(Printed.by("backup", copy, "--server", server.address()).err()).contains("chooses the place");
        assertThat(Printed.by("backup", "--journal", journal).err()).contains("Name the directory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cases --json",
                "cases --json --limit 2",
                "cases --json --process order --key second",
                "cases --json --incidents",
                "cases --json --newest-first --state running --sub-cases",
                "cases --older-than 1d",
                "work --json",
                "work --json --participant anna",
                "work --json --role packer --limit 1",
                "work --json --incidents",
                "work --json --case 2 --state offered",
                "show 1 --json",
                "show 2 --json",
                "show 99",
                "why 2 pack",
                "why 2 pack --json",
                "why 1 clerks",
                "why 2 ship",
                "history 2",
                "history 2 --json --limit 3",
                "history --json --limit 500",
                "history --backwards --limit 7",
                "history 99",
                "timers --json",
                "agents",
                "agents --json",
                "agents --waiting --pool crew",
                "cases --cursor nonsense",
                "cases --json --process claim --version 1",
                "cases --version 1"
            })
    void a_journal_and_a_server_show_the_same(String line) {
        Printed here = run(line, "--journal", journal);
        Printed there = run(line, "--server", server.address());
        assertThat(there).isEqualTo(here);
        assertThat(here.out() + here.err()).isNotEmpty();
    }

    /** Ages go on between two commands; they are compared without. */
    @ParameterizedTest
    @ValueSource(strings = {"cases", "work", "show 1", "show 2", "timers", "work --incidents"})
    void tables_are_the_same_but_for_ages(String line) {
        assertThat(aged(run(line, "--server", server.address()).out())).isEqualTo(aged(run(line, "--journal", journal).out()));
    }

    private static String aged(String out) {
        return out.replaceAll("(\\d+(ms|[dhms])? ?)+(ms ?)?(ago)?|in \\d\\S*( \\S+)?", "~").replaceAll(" +", " ").replaceAll("~[~ ]*", "~");
    }

    @Test
    void the_past_and_questions_are_the_same() {
        String then = java.time.Instant.now().toString();
        for (String line : List.of("show 2 --json --at " + then, "cases --json --at " + then, "why 1 clerks --json --at " + then)) {
            assertThat(run(line, "--server", server.address())).as(line).isEqualTo(run(line, "--journal", journal));
        }
        String goal = "happened(E, T)";
        Printed here = Printed.by("query", journal, goal);
        assertThat(here.out()).isNotEmpty();
        assertThat(Printed.by("query", "--server", server.address(), goal)).isEqualTo(here);
        assertThat(Printed.by("query", "--server", server.address(), "--json", "--limit", "2", goal))
                .isEqualTo(Printed.by("query", "--json", "--limit", "2", journal, goal));
        assertThat(Printed.by("query", "--server", server.address(), "fail")).isEqualTo(Printed.by("query", journal, "fail"));
    }

    private static Printed run(String line, String... more) {
        List<String> all = new ArrayList<>(List.of(line.split(" ")));
        all.addAll(List.of(more));
        return Printed.by(all.toArray(String[]::new));
    }

    /** The whole life of cases by commands only, on a journal and on a server; what is printed is the same, too. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cases_are_operated_by_commands(boolean remote, @TempDir Path own) throws Exception {
        Path file = Files.writeString(own.resolve("claim.pl"), CLAIM);
        Path directory = own.resolve("journal");
        Server served = remote ? Server.open(ServerSettings.of(directory).port(0)) : null;
        try {
            String[] target = served == null ? new String[] {"-j", directory.toString()} : new String[] {"--server", served.address()};
            assertThat(act("deploy " + file + " --plan", target)).isEqualTo("claim would be deployed\n");
            if (remote) {
                assertThat(act("cases", target)).isEqualTo("No cases.\n");
            } else {
                assertThat(directory).doesNotExist();
            }
            assertThat(act("deploy " + file, target)).isEqualTo("claim 1 is deployed\n");
            assertThat(act("start claim --key K", target)).isEqualTo("case 1 of claim has started\n");
            assertThat(act("start claim --json --request r1", target)).isEqualTo("{\"case\":\"2\"}\n");
            assertThat(act("start claim --json --request r1", target)).isEqualTo("{\"case\":\"2\"}\n");
            assertThat(act("suspend 1 2", target)).isEqualTo("case 1 is suspended\ncase 2 is suspended\n");
            assertThat(Printed.by(with("complete 1#1 --output ok", target)).err()).contains("(MR-");
            assertThat(act("resume 1 2", target)).isEqualTo("case 1 goes on\ncase 2 goes on\n");
            assertThat(act("complete 1#1 --output ok --as anna --because looked", target)).isEqualTo("work item 1#1 is completed\n");
            assertThat(act("history 1 --json", target)).contains("\"actor\":\"anna\"", "\"reason\":\"looked\"");
            String plan = act("cancel 2 --plan", target);
            assertThat(plan).startsWith("would: ");
            assertThat(act("cases --state cancelled", target)).isEqualTo("No cases.\n");
            assertThat(act("cancel 2 --because mistake", target)).isEqualTo("case 2 is cancelled\n");
            Printed refused = Printed.by(with("suspend 2 --plan", target));
            assertThat(refused.status()).isEqualTo(Mill.NO);
            assertThat(refused.out()).startsWith("Would be refused: Cannot suspend case '2'");
            assertThat(Printed.by(with("retry 2", target)).err()).contains("MR-1010");
            Files.writeString(file, CLAIM.replace("pay(claim)", "pay_out(claim)"));
            assertThat(act("deploy " + file, target)).isEqualTo("claim 2 is deployed\n");
            assertThat(act("migrate 1", target)).isEqualTo("case 1 is moved to the newest version\n");
            assertThat(act("show 1 --json", target)).contains("\"version\":2");
            assertThat(act("signal paid --key K --content amount=3", target)).isEqualTo("signal paid is sent\n");
            assertThat(Printed.by(with("claim 1#9", target)).err()).contains("1#9");
            Files.writeString(file, ":- rpc(a");
            Printed wrong = Printed.by(with("deploy " + file, target));
            assertThat(wrong.status()).isEqualTo(Mill.CANNOT_ASK);
            assertThat(wrong.err()).contains("claim.pl");
        } finally {
            if (served != null) {
                served.close();
            }
        }
    }

    private static String act(String line, String... target) {
        Printed printed = Printed.by(with(line, target));
        assertThat(printed.err()).as(line).isEmpty();
        assertThat(printed.status()).as(line).isEqualTo(Mill.FINE);
        return printed.out().replace("\r\n", "\n");
    }

    private static String[] with(String line, String... target) {
        List<String> all = new ArrayList<>(List.of(line.split(" ")));
        all.addAll(List.of(target));
        return all.toArray(String[]::new);
    }

    @Test
    void a_journal_that_somebody_runs_is_acted_on_through_its_server_only() {
        Printed held = Printed.by("cancel", "1", "-j", journal);
        assertThat(held.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(held.err()).contains("is in use by").contains("MR-7001");
        assertThat(Printed.by("cancel", "1", "-j", temporary.resolve("absent").toString()).err()).contains("MR-7006");
    }

    @Test
    void where_no_server_is_one_sentence_says_so() {
        Printed absent = Printed.by("cases", "--server", "http://127.0.0.1:1");
        assertThat(absent.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(absent.err()).startsWith("No Millrace server answers at 'http://127.0.0.1:1': ").contains("MR-8080").hasLineCount(1);
        assertThat(Printed.by("cases", "--server", "http://127.0.0.1:1", "-j", "x").err()).contains("not both");
    }

    @Test
    void the_command_counts_before_the_environment() {
        Map<String, String> both = Map.of("MILL_SERVER", "http://h:1", "MILL_KEY", "secret", "MILL_JOURNAL", "there");
        assertThat(TargetOptions.target(null, null, both)).isEqualTo(new Target.Server("http://h:1", "secret"));
        assertThat(TargetOptions.target(null, Path.of("here"), both)).isEqualTo(new Target.Journal(Path.of("here")));
        assertThat(TargetOptions.target("http://g:2", null, both)).isEqualTo(new Target.Server("http://g:2", "secret"));
        assertThat(TargetOptions.target(null, null, Map.of("MILL_JOURNAL", "there"))).isEqualTo(new Target.Journal(Path.of("there")));
        assertThat(TargetOptions.target(null, null, Map.of())).isEqualTo(new Target.Journal(Path.of("journal")));
    }
}

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.CaseStatus;
import io.millrace.testkit.TestEngine;
import io.millrace.work.WorkItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What files of the YAWL system use beyond the schema's text: timers in predicates, odd names, several specifications. */
class YawlCompatibilityTest {
    private static final String SET = "<specificationSet xmlns=\"http://www.yawlfoundation.org/yawlschema\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" version=\"4.0\">";

    @TempDir
    Path folder = Path.of("");

    private static String specification(String uri, String variables, String nodes, String decompositions) {
        return "<specification uri=\"" + uri + "\"><metaData/>\n<decomposition id=\"N\" isRootNet=\"true\" xsi:type=\"NetFactsType\">"
                + variables + "\n<processControlElements>\n" + nodes + "\n</processControlElements></decomposition>\n" + decompositions
                + "\n</specification>\n";
    }

    private static String file(String... specifications) {
        return SET + "\n" + String.join("", specifications) + "</specificationSet>";
    }

    private static final String INPUT = "<inputCondition id=\"i\"><flowsInto><nextElementRef id=\"a\"/></flowsInto></inputCondition>";
    private static final String OUTPUT = "<outputCondition id=\"o\"/>";
    private static final String WORK = "<decomposition id=\"w\" xsi:type=\"WebServiceGatewayFactsType\"/>";

    private static String task(String id, String to, String more) {
        return "<task id=\"" + id + "\"><flowsInto><nextElementRef id=\"" + to + "\"/></flowsInto><join code=\"xor\"/><split code=\"and\"/>" + more + "</task>";
    }

    private static final String BY_PEOPLE = "<decomposesTo id=\"w\"/>";

    private static Compiled<?> compiled(String text) {
        NetLanguage language = new NetLanguage();
        return language.compile(language.processIn("t.yawl", text), "t.yawl", text);
    }

    private static List<String> offered(Case started) {
        return started.work().stream().map(WorkItem::task).toList();
    }

    /** 'a' has an hour from its being enabled, or from its start; the way behind it is chosen by its timer. */
    private static String timed(String trigger, String predicate) {
        return file(specification("timed", "", INPUT
                + "<task id=\"a\"><name>Pay the bill</name><flowsInto><nextElementRef id=\"late\"/><predicate ordering=\"0\">" + predicate
                + "</predicate></flowsInto><flowsInto><nextElementRef id=\"good\"/><isDefaultFlow/></flowsInto><join code=\"xor\"/><split code=\"xor\"/>"
                + "<timer><trigger>" + trigger + "</trigger><duration>PT1H</duration></timer>" + BY_PEOPLE + "</task>\n"
                + task("late", "o", BY_PEOPLE) + task("good", "o", BY_PEOPLE) + OUTPUT, WORK));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            timer(Pay the bill)='expired'               | late | good
            timer(a) = "expired"                        | late | good
            timer( 'Pay the bill' )='expired' and 1 = 1 | late | good
            timer(Pay the bill)!='closed'               | late | good
            timer(Pay the bill)='closed'                | good | late
            timer(a)='dormant' or timer(a)='active'     | good | good
            'timer(a)' = 'expired'                      | good | good
            """)
    void a_predicate_asks_for_the_state_of_a_timer(String predicate, String expired, String done) {
        String text = timed("OnEnabled", predicate.replace("<", "&lt;"));
        try (TestEngine engine = TestEngine.open()) {
            engine.deploy(compiled(text));
            assertThat(engine.warnings()).isEmpty();
            Case slow = engine.mill().start("timed");
            engine.restart();
            engine.advance(Duration.ofHours(2));
            assertThat(offered(engine.mill().find(slow.id()))).containsExactly(expired);
            Case quick = engine.mill().start("timed");
            engine.mill().operator().complete(quick.work().getFirst().id(), Data.fields());
            engine.quiet();
            assertThat(offered(engine.mill().find(quick.id()))).containsExactly(done);
        }
    }

    @Test
    void a_timer_that_counts_from_the_start_is_dormant_until_then() {
        String nodes = INPUT.replace("\"a\"", "\"s\"")
                + "<task id=\"s\"><flowsInto><nextElementRef id=\"a\"/></flowsInto><flowsInto><nextElementRef id=\"ask\"/></flowsInto><join code=\"xor\"/><split code=\"and\"/></task>"
                + task("a", "j", "<timer><trigger>OnExecuting</trigger><duration>PT1H</duration></timer>" + BY_PEOPLE)
                + "<task id=\"ask\"><flowsInto><nextElementRef id=\"ask\"/><predicate>timer(a)='dormant'</predicate></flowsInto>"
                + "<flowsInto><nextElementRef id=\"j\"/><isDefaultFlow/></flowsInto><join code=\"xor\"/><split code=\"xor\"/>" + BY_PEOPLE + "</task>"
                + "<task id=\"j\"><flowsInto><nextElementRef id=\"o\"/></flowsInto><join code=\"and\"/><split code=\"and\"/></task>" + OUTPUT;
        try (TestEngine engine = TestEngine.open()) {
            engine.deploy(compiled(file(specification("timed", "", nodes, WORK))));
            Case started = engine.mill().start("timed");
            engine.mill().operator().complete(work(started, "ask"), Data.fields());
            engine.quiet();
            assertThat(offered(started)).as("dormant: asked again").containsExactlyInAnyOrder("a", "ask");
            engine.mill().operator().startWork(work(started, "a"));
            engine.mill().operator().complete(work(started, "ask"), Data.fields());
            engine.quiet();
            assertThat(offered(started)).containsExactly("a");
            assertThat(started.details().standing().json()).contains("timer(a,active)");
        }
    }

    private static WorkId work(Case of, String task) {
        return of.work().stream().filter(each -> each.task().equals(task)).findFirst().orElseThrow().id();
    }

    @Test
    void a_timer_of_no_task_is_told_when_the_net_is_deployed() {
        Compiled<?> process = compiled(timed("OnEnabled", "timer(Nobody)='expired'"));
        assertThat(process.findings()).extracting(Finding::problem).extracting(problem -> problem.message()).containsExactly(
                "Net 'N', predicate from 'a' to 'late': timer(Nobody) asks for a task that is not in the net."
                        + " Correct the expression: a task that needs it stops with an incident. (MR-3031)");
        try (TestEngine engine = TestEngine.open()) {
            engine.deploy(process);
            Case started = engine.mill().start("timed");
            engine.advance(Duration.ofHours(2));
            assertThat(engine.mill().find(started.id()).details().info().incident()).contains("timer(Nobody)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "INF", "-INF"})
    void a_double_may_be_no_number(String value) {
        String variables = "<localVariable><name>x</name><type>double</type><initialValue>" + value + "</initialValue></localVariable>"
                + "<localVariable><name>y</name><type>float</type></localVariable><outputParam><name>y</name><type>float</type></outputParam>";
        String copy = "<startingMappings><mapping><expression query=\"&lt;x&gt;{number(/N/x)}&lt;/x&gt;\"/><mapsTo>x</mapsTo></mapping></startingMappings>"
                + "<completedMappings><mapping><expression query=\"&lt;y&gt;{number(/r/x)}&lt;/y&gt;\"/><mapsTo>y</mapsTo></mapping></completedMappings>";
        String routing = "<decomposition id=\"r\" xsi:type=\"WebServiceGatewayFactsType\"><inputParam><name>x</name><type>double</type></inputParam>"
                + "<externalInteraction>automated</externalInteraction></decomposition>";
        try (TestEngine engine = TestEngine.open()) {
            engine.deploy(compiled(file(specification("p", variables, INPUT + task("a", "o", copy + "<decomposesTo id=\"r\"/>") + OUTPUT, routing))));
            Case started = engine.mill().start("p");
            engine.quiet();
            assertThat(started.status()).isEqualTo(CaseStatus.COMPLETED);
            assertThat(started.details().data()).isEqualTo(Data.fields("y", value));
        }
    }

    /** The file of a Beta editor, in which people called nets, tasks and variables as they liked. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Beta 2 | Make Trip | /data
            Beta 3 | Trip #1   | /data
            Beta 4 | Make Trip | /Make Trip
            Beta 7 | Trip #1   | /Trip #1
            """)
    void names_that_are_no_names_of_xml_stand_in_paths(String version, String net, String root) {
        String text = "<specificationSet xmlns=\"http://www.citi.qut.edu.au/yawl\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                + " version=\"" + version + "\"><specification uri=\"trip\"><rootNet id=\"" + net + "\">"
                + "<inputParam name=\"how many\"><type>xs:int</type></inputParam>"
                + "<processControlElements>" + INPUT
                + "<task id=\"a\"><flowsInto><nextElementRef id=\"b\"/><predicate>" + root + "/how many/text() > 1</predicate></flowsInto>"
                + "<flowsInto><nextElementRef id=\"c\"/><isDefaultFlow/></flowsInto><join code=\"xor\"/><split code=\"xor\"/></task>"
                + task("b", "o", BY_PEOPLE) + task("c", "o", BY_PEOPLE) + OUTPUT
                + "</processControlElements></rootNet>" + WORK + "</specification></specificationSet>";
        try (TestEngine engine = TestEngine.open()) {
            engine.deploy(compiled(text));
            assertThat(engine.warnings()).isEmpty();
            Case many = engine.mill().start("trip", Data.fields("how many", 2));
            Case one = engine.mill().start("trip", Data.fields("how many", 1));
            engine.quiet();
            assertThat(offered(many)).containsExactly("b");
            assertThat(offered(one)).containsExactly("c");
        }
    }

    @Test
    void a_uri_with_a_slash_is_a_process_whose_name_has_none() {
        String net = "<decomposition id=\"S\" xsi:type=\"NetFactsType\"><processControlElements>" + INPUT + task("a", "o", BY_PEOPLE) + OUTPUT
                + "</processControlElements></decomposition>" + WORK;
        String text = file(specification("http://example.org/trip", "", INPUT + task("a", "o", "<decomposesTo id=\"S\"/>") + OUTPUT, net));
        try (TestEngine engine = TestEngine.open()) {
            engine.deploy(compiled(text));
            assertThat(engine.warnings()).hasSize(1);
            assertThat(engine.warnings().getFirst()).contains("'http://example.org/trip'", "the process is called 'http:-example.org-trip'");
            Case started = engine.mill().start("http:-example.org-trip");
            engine.restart();
            Case sub = engine.mill().find(started.id() + ".1");
            assertThat(offered(sub)).containsExactly("a");
            engine.mill().operator().complete(sub.work().getFirst().id(), Data.fields());
            engine.quiet();
            assertThat(engine.mill().find(started.id()).status()).isEqualTo(CaseStatus.COMPLETED);
        }
    }

    private Path several() throws IOException {
        String stuck = INPUT + "<task id=\"a\"><flowsInto><nextElementRef id=\"b\"/></flowsInto><flowsInto><nextElementRef id=\"c\"/></flowsInto>"
                + "<join code=\"xor\"/><split code=\"xor\"/></task>" + task("b", "d", "") + task("c", "d", "")
                + "<task id=\"d\"><flowsInto><nextElementRef id=\"o\"/></flowsInto><join code=\"and\"/><split code=\"and\"/></task>" + OUTPUT;
        return Files.writeString(folder.resolve("several.yawl"), file(
                specification("one", "", INPUT + task("a", "o", BY_PEOPLE) + OUTPUT, WORK),
                "<!-- <specification uri=\"none\"/> -->\n",
                specification("org/two", "", stuck, "")));
    }

    @Test
    void several_specifications_in_a_file_are_verified_checked_and_drawn_each() throws IOException {
        String file = several().toString();
        Printed verified = Printed.by("verify", file);
        assertThat(verified.out()).contains("sound    " + file + "#one", "unsound  " + file + "#org-two", "1 of 2 specifications are sound");
        assertThat(verified.status()).isEqualTo(Mill.NO);
        assertThat(Printed.by("verify", file + "#one").status()).isEqualTo(Mill.FINE);
        assertThat(Printed.by("check", file).out()).contains("'org-two' is not sound").doesNotContain("'one'");
        assertThat(Printed.by("check", file + "#one").out()).startsWith("Nothing to object");
        assertThat(Printed.by("draw", file).out()).contains(">one: N</text>", ">org/two: N</text>");
        assertThat(Printed.by("draw", file + "#org/two").out()).contains("org/two").doesNotContain(">one");
        assertThat(Printed.by("convert", file + "#one", "--to", "facts").out()).contains("process(one).");
        assertThat(Printed.by("convert", file, "--to", "facts").err())
                .contains("several.yawl:10:1: here begins a second specification, and one is wanted; name one of 'one', 'org-two' behind the file and a '#'");
        assertThat(Printed.by("verify", file + "#three").err())
                .contains("contains no process 'three'; it contains 'one', 'org-two'. Use one of these names behind the '#', or only the file. (MR-2040)");
    }

    @Test
    void several_specifications_in_a_file_are_deployed_all_or_the_one_that_is_named() throws IOException {
        several();
        Path scenario = Files.writeString(folder.resolve("all.scenario"), """
                deploy several.yawl allowUnsound
                start one {}
                expect offered a
                """);
        Printed played = Printed.by("play", scenario.toString());
        assertThat(played.status()).as(played.toString()).isEqualTo(Mill.FINE);
    }
}

package io.millrace.net.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.Timer;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Period;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class YawlFilesTest {
    private static final String HEAD = "<specificationSet xmlns=\"http://www.yawlfoundation.org/yawlschema\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" version=\"4.0\">\n<specification uri=\"p\">\n";
    private static final String TAIL = "</specification></specificationSet>";

    private static String net(String... nodes) {
        return HEAD + "<decomposition id=\"N\" isRootNet=\"true\" xsi:type=\"NetFactsType\"><processControlElements>\n"
                + String.join("\n", nodes) + "\n</processControlElements></decomposition>\n" + TAIL;
    }

    private static final String INPUT = "<inputCondition id=\"i\"><flowsInto><nextElementRef id=\"a\"/></flowsInto></inputCondition>";
    private static final String OUTPUT = "<outputCondition id=\"o\"/>";

    private static String task(String more) {
        return "<task id=\"a\"><flowsInto><nextElementRef id=\"o\"/></flowsInto><join code=\"xor\"/><split code=\"and\"/>" + more + "</task>";
    }

    private static NetTask read(String more) {
        return NetFile.yawl("t.yawl", net(INPUT, task(more), OUTPUT)).orRefuse().nets().getFirst().tasks().getFirst();
    }

    private static Problem only(String text) {
        List<Problem> problems = NetFile.yawl("t.yawl", text).problems();
        assertThat(problems).hasSize(1);
        return problems.getFirst();
    }

    @Test
    void generated_specifications_come_back_from_a_file_as_they_were() {
        for (long seed = 1; seed <= 400; seed++) {
            Specification made = new RandomSpecifications(seed).next();
            String written = NetFile.toYawl(made);
            Reading reading = NetFile.yawl("generated.yawl", written);
            assertThat(reading.problems()).as("seed %s%n%s", seed, written).isEmpty();
            Specification again = Placeless.of(reading.orRefuse().attach(null));
            assertThat(again).as("seed %s%n%s", seed, written).isEqualTo(Placeless.of(made));
            assertThat(NetFile.toYawl(reading.orRefuse())).as("seed %s", seed).isEqualTo(written);
        }
    }

    @Test
    void what_millrace_does_not_use_is_kept_where_it_was() {
        String text = HEAD
                + "<documentation>A <![CDATA[<b>]]> &amp; B</documentation><!-- why -->\n"
                + "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:annotation>  <xs:documentation>free <i>text</i>"
                + "</xs:documentation></xs:annotation></xs:schema>\n"
                + "<decomposition id=\"N\" isRootNet=\"true\" xsi:type=\"NetFactsType\" colour=\"red\"><processControlElements>" + INPUT
                + "<task id=\"a\"><flowsInto><nextElementRef id=\"o\"/><documentation>way</documentation></flowsInto>"
                + "<join code=\"xor\"/><split code=\"and\"/><customForm>http://x/y</customForm><novelty deep=\"1\"><x/></novelty></task>"
                + OUTPUT + "</processControlElements></decomposition>" + TAIL.replace("</specificationSet>", "<layout><net id=\"N\"/></layout></specificationSet>");
        Reading reading = NetFile.yawl("t.yawl", text);
        assertThat(NetFile.toYawl(reading.orRefuse()))
                .contains("<documentation>A &lt;b&gt; &amp; B</documentation>", "<!-- why -->")
                .contains("<xs:annotation>  <xs:documentation>free <i>text</i></xs:documentation></xs:annotation>")
                .contains("colour=\"red\"", "<documentation>way</documentation>", "<customForm>http://x/y</customForm>")
                .contains("<novelty deep=\"1\">", "<layout>", "<net id=\"N\"/>");
        assertThat(reading.warnings()).containsExactly("Task 'a' of net 'N': kept and not used: customForm.");
    }

    @Test
    void children_are_written_in_the_order_of_the_schema() {
        String text = net(OUTPUT, "<task id=\"a\"><split code=\"and\"/><decomposesTo id=\"w\"/><join code=\"xor\"/><flowsInto>"
                + "<isDefaultFlow/><nextElementRef id=\"o\"/></flowsInto><name>A</name></task>", INPUT)
                .replace(TAIL, "<decomposition id=\"w\" xsi:type=\"WebServiceGatewayFactsType\"/>" + TAIL);
        String written = NetFile.toYawl(NetFile.yawl("t.yawl", text).orRefuse()).replaceAll("\\s+", "");
        assertThat(written)
                .containsSubsequence("<metaData/>", "<inputCondition", "<taskid=\"a\"><name>A</name><flowsInto><nextElementRefid=\"o\"/><isDefaultFlow/></flowsInto><joincode=\"xor\"/><splitcode=\"and\"/><decomposesToid=\"w\"/></task>", "<outputCondition");
    }

    @Test
    void timers_of_all_forms_are_read() {
        assertThat(read("<timer><trigger>OnExecuting</trigger><duration>P3DT12H</duration><workdays>true</workdays></timer>").timer())
                .isEqualTo(new Timer(Timer.Trigger.ON_STARTED, new Timer.After(Period.ofDays(3), Duration.ofHours(12), true)));
        assertThat(read("<timer><trigger>OnEnabled</trigger><durationparams><ticks>2</ticks><interval>WEEK</interval></durationparams></timer>").timer())
                .isEqualTo(new Timer(Timer.Trigger.ON_ENABLED, new Timer.After(Period.ofWeeks(2), Duration.ZERO, false)));
        assertThat(read("<timer><netparam>deadline</netparam></timer>").timer()).isEqualTo(Timer.told(Expression.variable("deadline")));
        assertThat(only(net(INPUT, task("<timer><trigger>OnEnabled</trigger><duration>soon</duration></timer>"), OUTPUT)).message())
                .startsWith("t.yawl:5:").contains("the time of this timer cannot be read");
    }

    @Test
    void an_automated_task_without_code_passes_its_data_on() {
        String text = net(INPUT, task("<decomposesTo id=\"w\"/>"), OUTPUT)
                .replace(TAIL, "<decomposition id=\"w\" xsi:type=\"WebServiceGatewayFactsType\"><externalInteraction>automated</externalInteraction></decomposition>" + TAIL);
        Specification read = NetFile.yawl("t.yawl", text).orRefuse();
        assertThat(read.nets().getFirst().tasks().getFirst().decomposition()).isEqualTo(new Decomposition.Routing("w"));
    }

    @Test
    void the_types_of_a_schema_become_shapes() {
        String text = net(INPUT, task("<decomposesTo id=\"w\"/>"), OUTPUT)
                .replace("<decomposition id=\"N\"", "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">"
                        + "<xs:complexType name=\"O\"><xs:sequence><xs:element name=\"line\" type=\"L\" maxOccurs=\"unbounded\"/>"
                        + "<xs:element name=\"note\" type=\"xs:string\" minOccurs=\"0\"/></xs:sequence></xs:complexType>"
                        + "<xs:complexType name=\"L\"><xs:all><xs:element name=\"n\" type=\"xs:int\"/><xs:element name=\"o\" type=\"O\"/></xs:all></xs:complexType>"
                        + "</xs:schema><decomposition id=\"N\"")
                .replace(TAIL, "<decomposition id=\"w\" xsi:type=\"WebServiceGatewayFactsType\"><inputParam><name>order</name><type>O</type></inputParam></decomposition>" + TAIL);
        NetTask task = NetFile.yawl("t.yawl", text).orRefuse().nets().getFirst().tasks().getFirst();
        assertThat(((Decomposition.Atomic) task.decomposition()).work().input().describe())
                .isEqualTo("{order?: {line?: list of {n: integer, o: any, …}, note?: text, …}, …}");
    }

    @Test
    void everything_wrong_is_said_at_once_with_its_place_and_line() {
        List<Problem> problems = NetFile.yawl("bad.yawl", net(
                        "<inputCondition id=\"i\"><flowsInto/></inputCondition>",
                        "  <task id=\"a\"><join code=\"nor\"/><split code=\"and\"/><decomposesTo id=\"gone\"/></task>",
                        "<task><join code=\"and\"/></task>"))
                .problems();
        assertThat(problems).extracting(problem -> problem.message().lines().findFirst().orElse(""))
                .containsExactly(
                        "bad.yawl:4:24: this flow of 'i' leads nowhere. Correct the marked place. (MR-2033)",
                        "bad.yawl:5:3: 'nor' is no kind of join; there are and, xor and or. Correct the marked place. (MR-2033)",
                        "bad.yawl:5:53: the task 'a' decomposes to 'gone', which is not in the file. Correct the marked place. (MR-2033)",
                        "bad.yawl:6:1: a task of the net 'N' has no id. Correct the marked place. (MR-2033)",
                        "bad.yawl:6:1: the task '' does not say how it splits. Correct the marked place. (MR-2033)");
        assertThat(problems.getFirst().message().lines().skip(1))
                .containsExactly("<inputCondition id=\"i\"><flowsInto/></inputCondition>", "                       ^");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><specificationSet>&x;</specificationSet>",
        "<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\"><specificationSet/>",
        "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]><specificationSet uri=\"&c;\"/>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/x\"> %p;]><specificationSet/>",
    })
    void document_types_and_entities_are_refused(String text) {
        Problem problem = only(text);
        assertThat(problem.code()).as(problem.message()).isEqualTo(Code.XML_ENTITIES);
        assertThat(problem.message()).startsWith("t.yawl:1:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "no xml", "<a", "<a><b></a>", "<specificationSet>&x;</specificationSet>", "<a/><b/>", "<a x=\"1\" x=\"2\"/>", "<a>\u0000</a>"})
    void what_is_not_xml_is_refused_with_its_place(String text) {
        Problem problem = only(text);
        assertThat(problem.code()).as(problem.message()).isIn(Code.NOT_XML, Code.XML_ENTITIES);
        assertThat(problem.message()).startsWith("t.yawl:1:");
    }

    @Test
    void what_nests_without_end_is_refused() {
        assertThat(only("<a>".repeat(100_000)).message()).startsWith("t.yawl:1:271: ").contains("nest deeper than 90");
    }

    @Test
    void other_xml_and_several_specifications_are_refused() {
        assertThat(only("<project/>").message())
                .startsWith("t.yawl:1:1: this is not a YAWL specification: it begins with 'project'");
        assertThat(only("<specificationSet><specification uri=\"a\"/><specification uri=\"b\"/></specificationSet>").message())
                .startsWith("t.yawl:1:43: here begins a second specification, and one is wanted; name one of 'a', 'b' behind the file and a '#'.");
    }

    @Test
    void each_of_several_specifications_is_read_alone_at_its_own_lines() {
        String one = net(INPUT, task(""), OUTPUT);
        String inner = one.substring(one.indexOf("<specification "), one.indexOf("</specificationSet>"));
        String both = one.substring(0, one.indexOf("<specification ")) + "<!-- <specification uri='no'> -->" + inner
                + inner.replace("uri=\"p\"", "version='>' uri='q/r'").replace("<task", "\n<task") + "<layout><specification id=\"p\"/></layout></specificationSet>";
        List<NetFile.Part> parts = NetFile.parts(both);
        assertThat(parts).extracting(NetFile.Part::name).containsExactly("p", "q/r");
        Specification second = NetFile.yawl("t.yawl", parts.getLast().text()).orRefuse();
        assertThat(second.name()).isEqualTo("q/r");
        assertThat(second.process()).isEqualTo("q-r");
        int line = both.substring(0, both.lastIndexOf("<task")).split("\n", -1).length;
        assertThat(second.nets().getFirst().tasks().getFirst().place()).isEqualTo(new io.millrace.net.Place("t.yawl", line, 1));
        assertThat(NetFile.toYawl(second)).contains("uri=\"q/r\"").doesNotContain("uri=\"p\"");
        assertThat(NetFile.parts(one)).containsExactly(new NetFile.Part("", one));
    }

    @Test
    void all_capabilities_that_a_filter_combines_are_asked_for() {
        String filter = "<resourcing><offer initiator=\"system\"><distributionSet><initialSet><role>clerk</role></initialSet><filters><filter>"
                + "<name>CapabilityFilter</name><params><param><key>Capability</key><value>%s</value></param></params></filter></filters></distributionSet></offer>"
                + "</resourcing><decomposesTo id=\"w\"/>";
        String text = net(INPUT, task(filter), OUTPUT).replace(TAIL, "<decomposition id=\"w\" xsi:type=\"WebServiceGatewayFactsType\"/>" + TAIL);
        Decomposition.Atomic both = atomic(text.formatted("drive &amp; lift"));
        assertThat(both.work().performers().capabilities()).containsExactly("drive", "lift");
        assertThat(both.resourcing().unenforced()).isEmpty();
        Decomposition.Atomic either = atomic(text.formatted("drive | lift"));
        assertThat(either.work().performers().capabilities()).isEmpty();
        assertThat(either.resourcing().unenforced()).containsExactly("the filter CapabilityFilter (Capability drive | lift)");
    }

    private static Decomposition.Atomic atomic(String text) {
        return (Decomposition.Atomic) NetFile.yawl("t.yawl", text).orRefuse().nets().getFirst().tasks().getFirst().decomposition();
    }

    @Test
    void a_file_is_decoded_as_it_says() {
        String text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\u00e9</a>";
        assertThat(NetFile.text(text.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(text);
        assertThat(NetFile.text("\uFEFF<a>é</a>".getBytes(StandardCharsets.UTF_16LE))).isEqualTo("<a>é</a>");
        assertThat(NetFile.text("<a>é</a>".getBytes(StandardCharsets.UTF_8))).isEqualTo("<a>é</a>");
    }

    @Test
    void a_java_function_cannot_be_written() {
        Net net = new Net(
                "n", "n",
                List.of(Condition.input("i"), Condition.output("o")),
                List.of(NetTask.named("a")),
                List.of(Flow.of("i", "a"), Flow.of("a", "o").when(new Expression.Lambda("is big", data -> Data.of(true)))),
                List.of(), false, null);
        assertThatThrownBy(() -> NetFile.toYawl(Specification.of("p", "n", List.of(net))))
                .isInstanceOf(RefusedException.class)
                .hasMessage("Cannot write 'p' as YAWL: 'is big' is a Java function. Use a format that can express it. (MR-2035)");
    }

    @Test
    void a_default_flow_of_a_condition_chooses_nothing_and_is_passed_over() {
        String text = """
                <specificationSet xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">
                <specification uri="p"><metaData/><schema xmlns="http://www.w3.org/2001/XMLSchema"/>
                <decomposition id="Net" isRootNet="true" xsi:type="NetFactsType"><processControlElements>
                <inputCondition id="i"><flowsInto><nextElementRef id="a"/><isDefaultFlow/></flowsInto><flowsInto><nextElementRef id="b"/><isDefaultFlow/></flowsInto></inputCondition>
                <task id="a"><flowsInto><nextElementRef id="o"/></flowsInto><join code="xor"/><split code="and"/></task>
                <task id="b"><flowsInto><nextElementRef id="o"/></flowsInto><join code="xor"/><split code="and"/></task>
                <outputCondition id="o"/></processControlElements></decomposition></specification></specificationSet>
                """;
        assertThat(io.millrace.net.Checks.faults(NetFile.yawl("p.yawl", text).orRefuse())).isEmpty();
    }
}

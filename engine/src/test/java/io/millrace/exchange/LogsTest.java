package io.millrace.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Journal;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.language.Language;
import io.millrace.net.run.NetLanguage;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs obey the rules of their standards and say what happened. */
class LogsTest {
    private static final Set<LogEvent.Category> WORK = EnumSet.of(LogEvent.Category.WORK);
    private static final Set<LogEvent.Category> ALL = EnumSet.allOf(LogEvent.Category.class);

    private static final String TRACE = """
              <trace>
                <string key="concept:name" value="1"/>
                <string key="mill:case" value="1"/>
                <string key="mill:process" value="order"/>
                <int key="mill:version" value="1"/>
                <string key="mill:status" value="cancelled"/>
                <string key="mill:key" value="k-1"/>
                <date key="mill:started" value="2000-01-01T00:00:00Z"/>
                <date key="mill:ended" value="2000-01-01T00:03:00Z"/>
                <string key="mill:reason" value="changed &lt;mind&gt;"/>
                <int key="amount" value="12"/>
                <string key="to_x0020_whom" value="M&amp;M"/>
                <event>
                  <string key="concept:name" value="a"/>
                  <string key="concept:instance" value="1#1"/>
                  <string key="lifecycle:transition" value="schedule"/>
                  <date key="time:timestamp" value="2000-01-01T00:00:00Z"/>
                </event>
                <event>
                  <string key="concept:name" value="a"/>
                  <string key="concept:instance" value="1#1"/>
                  <string key="lifecycle:transition" value="start"/>
                  <date key="time:timestamp" value="2000-01-01T00:01:00Z"/>
                  <string key="org:resource" value="anna"/>
                </event>
                <event>
                  <string key="concept:name" value="a"/>
                  <string key="concept:instance" value="1#1"/>
                  <string key="lifecycle:transition" value="complete"/>
                  <date key="time:timestamp" value="2000-01-01T00:02:00Z"/>
                  <string key="org:resource" value="anna"/>
                  <list key="mill:output">
                    <values>
                      <int key="amount" value="15"/>
                    </values>
                  </list>
                  <int key="amount" value="15"/>
                </event>
                <event>
                  <string key="concept:name" value="b"/>
                  <string key="concept:instance" value="1#2"/>
                  <string key="lifecycle:transition" value="schedule"/>
                  <date key="time:timestamp" value="2000-01-01T00:02:00Z"/>
                  <string key="org:role" value="clerk"/>
                </event>
                <event>
                  <string key="concept:name" value="b"/>
                  <string key="concept:instance" value="1#2"/>
                  <string key="lifecycle:transition" value="assign"/>
                  <date key="time:timestamp" value="2000-01-01T00:02:00Z"/>
                  <string key="org:resource" value="bob"/>
                  <string key="org:role" value="clerk"/>
                </event>
                <event>
                  <string key="concept:name" value="b"/>
                  <string key="concept:instance" value="1#2"/>
                  <string key="lifecycle:transition" value="pi_abort"/>
                  <date key="time:timestamp" value="2000-01-01T00:03:00Z"/>
                  <string key="mill:event" value="withdraw"/>
                  <string key="org:resource" value="bob"/>
                  <string key="org:role" value="clerk"/>
                  <string key="mill:reason" value="changed &lt;mind&gt;"/>
                </event>
              </trace>
            </log>
            """;

    @TempDir
    Path directory;

    private byte[] ocel(Journal journal, Set<LogEvent.Category> categories, LogSelection selection) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OcelWriter writer = OcelWriter.begin(out, directory, categories)) {
            journal.export("main", selection, writer, events -> {});
        }
        return out.toByteArray();
    }

    /** One case of a small net: a is done by anna, b is claimed by bob; then the case is cancelled. */
    private static Rig small() {
        Rig rig = Rig.with(new NetLanguage().compile("order", """
                initial_activity(a).
                sequential(a, b).
                final_activity(b).
                role(b, clerk).
                """))
                .participant("anna", "clerk")
                .participant("bob", "clerk");
        CaseId id = CaseId.root(rig.done(new Command.Start("order", 0, Data.fields("amount", 12, "to whom", "M&M"), "k-1")).asLong());
        rig.advance(Duration.ofMinutes(1));
        rig.doneAs("anna", new Command.StartWork(rig.work(id).getFirst().id()));
        rig.advance(Duration.ofMinutes(1));
        rig.doneAs("anna", new Command.Complete(rig.work(id).getFirst().id(), Data.fields("amount", 15), 0));
        rig.doneAs("bob", new Command.Claim(rig.work(id).getFirst().id()));
        rig.advance(Duration.ofMinutes(1));
        rig.done(new Command.CancelCase(id, "changed <mind>"));
        return rig;
    }

    @Test
    void every_generated_history_is_a_valid_log() throws Exception {
        for (long seed = 1; seed <= 5; seed++) {
            try (Journal journal = GeneratedHistory.journal(GeneratedHistory.of(seed, 200))) {
                for (Set<LogEvent.Category> categories : List.of(WORK, ALL)) {
                    XesRules.check(RoundTripTest.xes(journal, categories, LogSelection.ALL));
                    OcelRules.check(ocel(journal, categories, LogSelection.ALL));
                }
            }
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void the_rules_of_the_tests_find_what_is_wrong() {
        byte[] wrong = """
                <log xes.version="1849.2016" xmlns="http://www.xes-standard.org/"><trace><string key="two words" value=""/></trace></log>
                """.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> XesRules.check(wrong)).hasMessageContaining("two words");
        byte[] undeclared = """
                {"eventTypes": [], "objectTypes": [], "objects": [], "events": [{"id": "e", "type": "t", "time": "2000-01-01T00:00:00Z",
                "attributes": [], "relationships": []}]}
                """.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> OcelRules.check(undeclared)).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_trace_is_a_case_with_its_work() throws Exception {
        try (Journal journal = GeneratedHistory.journal(small().store())) {
            String log = new String(RoundTripTest.xes(journal, WORK, LogSelection.ALL), StandardCharsets.UTF_8);
            assertThat(log.substring(log.indexOf("  <trace>")).replaceAll(" *<id .*\n", "")).isEqualTo(TRACE);
        }
    }

    @Test
    void an_object_has_its_past() throws Exception {
        try (Journal journal = GeneratedHistory.journal(small().store())) {
            Data log = OcelRules.check(ocel(journal, EnumSet.of(LogEvent.Category.CASE, LogEvent.Category.WORK), LogSelection.ALL));
            assertThat(log.at("events").asList().stream().map(event -> event.at("type").text()))
                    .containsExactly("begin order", "schedule a", "start a", "complete a", "schedule b", "assign b", "withdraw b", "cancel order");
            Data order = log.at("objects").asList().stream().filter(each -> each.at("id").text().equals("1")).findFirst().orElseThrow();
            assertThat(order.at("attributes").asList().stream()
                            .filter(each -> each.at("name").text().equals("amount"))
                            .map(each -> each.at("time").text() + " " + each.at("value").text()))
                    .containsExactly("2000-01-01T00:00:00Z 12", "2000-01-01T00:02:00Z 15");
            assertThat(log.at("objects").asList().stream().map(each -> each.at("type").text() + " " + each.at("id").text()))
                    .containsExactly("work item 1#1", "work item 1#2", "order 1", "participant participant:anna", "participant participant:bob");
            Data assigned = log.at("events").asList().get(5);
            assertThat(assigned.at("relationships").json()).isEqualTo("[{\"objectId\":\"1\",\"qualifier\":\"case\"},"
                    + "{\"objectId\":\"1#2\",\"qualifier\":\"work item\"},{\"objectId\":\"participant:bob\",\"qualifier\":\"resource\"}]");
        }
    }

    @Test
    void a_selection_leaves_out_cases_and_times() throws Exception {
        try (Journal journal = GeneratedHistory.journal(GeneratedHistory.of(3, 200))) {
            Instant from = Instant.parse("2000-01-01T00:10:00Z");
            Instant until = Instant.parse("2000-01-01T00:30:00Z");
            byte[] part = RoundTripTest.xes(journal, ALL, LogSelection.ALL.from(from).until(until));
            XesRules.check(part);
            List<XesTrace> traces = traces(part);
            assertThat(traces).isNotEmpty().allSatisfy(trace -> assertThat(trace.events()).isNotEmpty().allSatisfy(event ->
                    assertThat(event.dates().get("time:timestamp")).isAfterOrEqualTo(from).isBefore(until)));
            List<XesTrace> nets = traces(RoundTripTest.xes(journal, WORK, LogSelection.ALL.ofProcess("net")));
            assertThat(nets).isNotEmpty().allSatisfy(trace -> assertThat(trace.attributes().text(Xes.PROCESS)).isEqualTo("net"));
            List<XesTrace> two = traces(RoundTripTest.xes(journal, WORK, LogSelection.ALL.ofCases(List.of(CaseId.root(2), CaseId.parse("1.1")))));
            assertThat(two).extracting(trace -> trace.attributes().text("concept:name")).containsExactly("1", "2");
        }
    }

    private static List<XesTrace> traces(byte[] log) throws IOException {
        List<XesTrace> traces = new ArrayList<>();
        XesReader.read("test", new ByteArrayInputStream(log), XesReader.Limits.DEFAULT, new XesReader.Listener() {
            @Override
            public void log(XesTrace.Attributes attributes) {}

            @Override
            public void trace(XesTrace trace) {
                traces.add(trace);
            }
        });
        return traces;
    }

    @Test
    void the_example_of_the_documentation_works() throws IOException {
        Store store = small().store();
        List<Language> languages = GeneratedHistory.LANGUAGES;
        Path file = directory.resolve("orders.xes");
        try (Journal journal = Journal.open(store, PayloadCodec.PLAIN, languages, List.of());
                OutputStream out = Files.newOutputStream(file);
                XesWriter writer = XesWriter.begin(out, "orders", Set.of(LogEvent.Category.WORK))) {
            LogSummary summary = journal.export("main", LogSelection.ALL.ofProcess("order"), writer, events -> {});
            assertThat(summary.cases()).isEqualTo(1);
        }
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void names_of_xml_are_taken_back() {
        for (String name : List.of("", "a", "order total", "a:b", "_x0020_", "1st", "größe", "\u0000", "_", "x_x", "__x0041__", "名前", "-a")) {
            String escaped = XmlText.name(name);
            assertThat(escaped).doesNotContain(":").doesNotContain(" ");
            assertThat(XmlText.original(escaped)).isEqualTo(name.isEmpty() ? "_" : name);
        }
    }
}

package io.millrace.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Journal;
import io.millrace.calculus.ImportedHistory;
import io.millrace.calculus.Questions;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Logs of other systems, in the shapes that tools write, and what is no log at all. */
class ForeignLogsTest {
    private static final Instant LATER = Instant.parse("2400-01-01T00:00:00Z");

    /** As OpenXES, and so ProM, writes: comments, a namespace, all extensions, zones with minutes. */
    private static final String PROM = """
            <?xml version="1.0" encoding="UTF-8" ?>
            <!-- written with OpenXES -->
            <log xes.version="1.0" xes.features="nested-attributes" openxes.version="1.0RC7" xmlns="http://www.xes-standard.org/">
            	<extension name="Lifecycle" prefix="lifecycle" uri="http://www.xes-standard.org/lifecycle.xesext"/>
            	<extension name="Organizational" prefix="org" uri="http://www.xes-standard.org/org.xesext"/>
            	<global scope="trace">
            		<string key="concept:name" value="__INVALID__"/>
            	</global>
            	<global scope="event">
            		<string key="concept:name" value="__INVALID__"/>
            		<string key="lifecycle:transition" value="complete"/>
            	</global>
            	<classifier name="MXML Legacy Classifier" keys="concept:name lifecycle:transition"/>
            	<string key="concept:name" value="repair"/>
            	<trace>
            		<string key="concept:name" value="instance 7">
            			<string key="nested" value="not kept"/>
            		</string>
            		<string key="customer" value="gold"/>
            		<event>
            			<string key="org:resource" value="System"/>
            			<date key="time:timestamp" value="1970-01-03T09:23:00.000+01:00"/>
            			<string key="concept:name" value="Intake"/>
            			<string key="lifecycle:transition" value="complete"/>
            		</event>
            		<event>
            			<date key="time:timestamp" value="1970-01-03T09:23:00.000+01:00"/>
            			<string key="concept:name" value="Inspect"/>
            			<string key="lifecycle:transition" value="schedule"/>
            			<string key="org:role" value="mechanic"/>
            		</event>
            		<event>
            			<string key="org:resource" value="Lena"/>
            			<date key="time:timestamp" value="1970-01-03T09:24:00.000+01:00"/>
            			<string key="concept:name" value="Inspect"/>
            			<string key="lifecycle:transition" value="start"/>
            		</event>
            		<event>
            			<string key="org:resource" value="Lena"/>
            			<date key="time:timestamp" value="1970-01-03T09:30:00.000+01:00"/>
            			<string key="concept:name" value="Inspect"/>
            			<string key="lifecycle:transition" value="complete"/>
            			<string key="model" value="M9"/>
            			<int key="faults" value="3"/>
            		</event>
            	</trace>
            </log>
            """;

    /** As Disco writes: no namespace, the resource in org:resource, only complete events, odd keys. */
    private static final String DISCO = """
            <?xml version='1.0' encoding='UTF-8'?>
            <log>
              <trace>
                <string key='concept:name' value='Case 1'/>
                <event>
                  <string key='concept:name' value='Create'/>
                  <string key='lifecycle:transition' value='start'/>
                  <date key='time:timestamp' value='2011-01-01T00:00:00.000Z'/>
                  <string key='(case) channel' value='web'/>
                </event>
                <event>
                  <string key='concept:name' value='Create'/>
                  <string key='lifecycle:transition' value='complete'/>
                  <date key='time:timestamp' value='2011-01-01T00:37:00.000Z'/>
                </event>
              </trace>
              <trace><string key='concept:name' value='Case 2'/></trace>
            </log>
            """;

    /** As PM4Py writes: attributes in any order, fractions of six digits, floats for missing numbers. */
    private static final String PM4PY = """
            <?xml version="1.0" encoding="utf-8"?>
            <log xes.version="1849-2016" xes.features="nested-attributes" xmlns="http://www.xes-standard.org/">
              <trace>
                <event>
                  <string key="org:resource" value="Ivo"/>
                  <float key="cost" value="NaN"/>
                  <date key="time:timestamp" value="2012-05-04T10:02:00.123456+00:00"/>
                  <string key="concept:name" value="open account"/>
                  <boolean key="urgent" value="True"/>
                </event>
                <event>
                  <date key="time:timestamp" value="2012-05-04 10:03:00"/>
                  <string key="concept:name" value="check papers"/>
                  <list key="tags"><values><string key="tag" value="a"/><string key="tag" value="b"/></values></list>
                  <container key="address"><string key="city" value="Graz"/><int key="zip" value="8010"/></container>
                </event>
              </trace>
            </log>
            """;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Questions read(byte[] log) throws IOException {
        return ImportedHistory.readXes("some/log.xes.gz", new ByteArrayInputStream(log), events -> {}).questions(() -> LATER);
    }

    private static List<String> all(Questions questions, String goal) {
        return questions.all(goal).stream().map(Object::toString).toList();
    }

    @Test
    void a_log_of_prom_is_a_history() throws IOException {
        Questions questions = read(bytes(PROM));
        assertThat(all(questions, "process(C, P, _), key(C, K)")).containsExactly("C = 1, P = repair, K = 'instance 7'");
        assertThat(all(questions, "happened(E, T)")).containsExactly(
                "E = begin(1,repair), T = 202980",
                "E = end('Intake','System',1), T = 202980",
                "E = offer('Inspect',1), T = 202980",
                "E = start('Inspect','Lena',1), T = 203040",
                "E = end('Inspect','Lena',1), T = 203400",
                "E = complete(1), T = 203400");
        assertThat(all(questions, "holds_for(waiting(A, W, 1), S, E)")).containsExactly("A = 'Inspect', W = role(mechanic), S = 202980, E = 203040");
        assertThat(all(questions, "holds_for(active(A, W, 1), S, E)")).containsExactly("A = 'Inspect', W = 'Lena', S = 203040, E = 203400");
        assertThat(all(questions, "holds_now(completed(A, W, 1))")).hasSize(2);
        assertThat(all(questions, "data(1, N, V)")).containsExactlyInAnyOrder(
                "N = customer, V = gold", "N = model, V = 'M9'", "N = faults, V = 3");
        assertThat(questions.holds("holds_at(data(1, faults, _), 203399)")).isFalse();
        assertThat(all(questions, "participant(P)")).containsExactlyInAnyOrder("P = 'System'", "P = 'Lena'");
        assertThat(questions.holds("holds_now(done(1))")).isTrue();
    }

    @Test
    void logs_of_disco_and_pm4py_are_histories() throws IOException {
        Questions disco = read(bytes(DISCO));
        assertThat(all(disco, "holds_for(active('Create', W, C), S, E)")).containsExactly("W = nobody, C = 1, S = 1293840000, E = 1293842220");
        assertThat(all(disco, "key(C, K)")).containsExactlyInAnyOrder("C = 1, K = 'Case 1'", "C = 2, K = 'Case 2'");
        assertThat(disco.holds("data(1, '(case) channel', web)")).isTrue();
        Questions pm4py = read(bytes(PM4PY));
        assertThat(all(pm4py, "happened(end(A, W, C), T)")).containsExactly(
                "A = 'open account', W = 'Ivo', C = 1, T = 1336125720.123456", "A = 'check papers', W = nobody, C = 1, T = 1336125780");
        assertThat(all(pm4py, "data(1, N, V)")).containsExactlyInAnyOrder(
                "N = cost, V = 'NaN'", "N = urgent, V = true", "N = tags, V = [a,b]", "N = address, V = {city='Graz',zip=8010}");
        assertThat(all(pm4py, "process(1, P, _)")).containsExactly("P = log");
    }

    private static String trace(String... events) {
        StringBuilder log = new StringBuilder("<log><trace>");
        for (int i = 0; i < events.length; i++) {
            String[] words = events[i].split(" ");
            log.append("<event><string key='concept:name' value='").append(words[1]).append("'/>");
            if (!words[0].equals("-")) {
                String key = words[0].contains(".") ? "lifecycle:state" : "lifecycle:transition";
                log.append("<string key='").append(key).append("' value='").append(words[0]).append("'/>");
            }
            if (words.length > 2) {
                log.append("<string key='org:resource' value='").append(words[2]).append("'/>");
            }
            if (words.length > 3) {
                log.append("<string key='concept:instance' value='").append(words[3]).append("'/>");
            }
            log.append("<date key='time:timestamp' value='1970-01-01T00:00:").append(10 + i).append("Z'/></event>");
        }
        return log.append("</trace></log>").toString();
    }

    @Test
    void transitions_find_the_work_to_which_they_belong() throws IOException {
        Questions twice = read(bytes(trace("START a anna", "START a bob", "COMPLETE a bob", "SUSPEND a", "RESUME a", "COMPLETE a anna")));
        assertThat(all(twice, "holds_for(active(a, W, 1, I), S, E)")).containsExactly(
                "W = anna, I = 1, S = 10, E = 13", "W = bob, I = 2, S = 11, E = 12", "W = anna, I = 1, S = 14, E = 15");
        assertThat(all(twice, "holds_for(suspended(a, W, 1), S, E)")).containsExactly("W = anna, S = 13, E = 14");
        Questions named = read(bytes(trace("start a anna x", "start a bob y", "complete a anna y", "complete a bob x")));
        assertThat(all(named, "holds_for(active(a, _, 1, I), S, E)")).containsExactly("I = 1, S = 10, E = 13", "I = 2, S = 11, E = 12");
        Questions lives = read(bytes(trace("schedule a", "assign a anna", "reassign a bob", "start a", "ate_abort a bob", "schedule b", "withdraw b")));
        assertThat(all(lives, "holds_for(waiting(a, W, 1), S, E)")).containsExactly(
                "W = anyone, S = 10, E = 11", "W = anna, S = 11, E = 12", "W = bob, S = 12, E = 13");
        assertThat(all(lives, "holds_for(failed(A, W, 1), S, E)")).containsExactly("A = a, W = bob, S = 14, E = inf");
        assertThat(lives.holds("holds_now(withdrawn(b, nobody, 1))")).isTrue();
        Questions states = read(bytes(trace("Open.NotRunning.Ready a", "Open.Running.InProgress a anna", "Open.Running.Suspended a anna", "Closed.Completed a anna")));
        assertThat(all(states, "happened(E, T), T > 10")).containsExactly(
                "E = start(a,anna,1), T = 11", "E = suspend(a,1), T = 12", "E = end(a,anna,1), T = 13", "E = complete(1), T = 13");
        Questions others = read(bytes(trace("- a", "escalated a anna", "unknown fax")));
        assertThat(all(others, "happened(E, T)")).containsExactly(
                "E = begin(1,log), T = 10", "E = end(a,nobody,1), T = 10", "E = escalated(a,anna,1), T = 11", "E = event(fax,nobody,1), T = 12",
                "E = complete(1), T = 12");
    }

    @Test
    void events_without_order_time_or_trace_are_understood() throws IOException {
        Questions questions = read(bytes("""
                <log><string key="concept:name" value="stream"/>
                <trace>
                  <event><string key="concept:name" value="late"/><date key="time:timestamp" value="1970-01-01T00:01:00Z"/></event>
                  <event><string key="concept:name" value="early"/><date key="time:timestamp" value="1970-01-01T00:00:30Z"/></event>
                  <event><string key="concept:name" value="with early"/></event>
                  <event><date key="time:timestamp" value="1970-01-01T00:02:00Z"/></event>
                </trace>
                <event><string key="concept:name" value="loose"/></event></log>
                """));
        assertThat(all(questions, "happened(end(A, _, C), T)")).containsExactly(
                "A = loose, C = 2, T = 0", "A = early, C = 1, T = 30", "A = 'with early', C = 1, T = 30", "A = late, C = 1, T = 60", "A = event, C = 1, T = 120");
        assertThat(all(questions, "process(C, P, _)")).containsExactlyInAnyOrder("C = 1, P = stream", "C = 2, P = stream");
        assertThat(all(read(bytes("<log/>")), "happened(E, T)")).isEmpty();
    }

    @Test
    void packed_and_other_encodings_are_read() throws IOException {
        assertThat(all(read(packed(bytes(DISCO))), "happened(E, T)")).isEqualTo(all(read(bytes(DISCO)), "happened(E, T)"));
        for (String encoding : List.of("ISO-8859-1", "UTF-16", "UTF-16LE", "UTF-16BE", "windows-1252", "UTF-8")) {
            String text = "<?xml version='1.0' encoding='" + encoding + "'?><log><trace><event><string key='concept:name' value='prüfen'/></event></trace></log>";
            assertThat(read(text.getBytes(Charset.forName(encoding))).holds("happened(end('prüfen', _, _), _)")).isTrue();
        }
    }

    private static byte[] packed(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    // What is refused.

    private static void refused(Code code, String place, byte[] log) {
        assertThatThrownBy(() -> read(log)).isInstanceOfSatisfying(RefusedException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.problem().message()).startsWith(place);
        });
    }

    @Test
    void what_is_no_log_is_refused_with_its_place() {
        refused(Code.LOG_NOT_XML, "some/log.xes.gz:1:1: ", bytes(""));
        refused(Code.LOG_NOT_XML, "some/log.xes.gz:1:1: ", bytes("order,task\n1,a"));
        refused(Code.LOG_NOT_XML, "some/log.xes.gz:2:", bytes("<log>\n<trace></log>"));
        refused(Code.LOG_NOT_XML, "some/log.xes.gz:", new byte[] {'<', 'l', 'o', 'g', '>', (byte) 0xFF, (byte) 0xFE});
        refused(Code.LOG_NOT_XML, "some/log.xes.gz: ", bytes("<?xml version='1.0' encoding='klingon'?><log/>"));
        refused(Code.LOG_NOT_XES, "some/log.xes.gz:1:", bytes("<pnml/>"));
        refused(Code.LOG_NOT_XES, "some/log.xes.gz:2:", bytes("<log>\n<trace><event><text key='a' value='b'/></event></trace></log>"));
        refused(Code.LOG_NOT_XES, "some/log.xes.gz:1:", bytes("<log><string value='b'/></log>"));
        refused(Code.LOG_VALUE, "some/log.xes.gz:2:", bytes("<log>\n<trace><int key='n' value='many'/></trace></log>"));
        refused(Code.LOG_VALUE, "some/log.xes.gz:1:", bytes("<log><trace><event><date key='time:timestamp' value='yesterday'/></event></trace></log>"));
        refused(Code.LOG_VALUE, "some/log.xes.gz:1:", bytes("<log><trace><boolean key='n' value='perhaps'/></trace></log>"));
        refused(Code.LOG_VALUE, "some/log.xes.gz:1:", bytes("<log><trace><float key='n' value='1e999999999'/></trace></log>"));
        assertThatThrownBy(() -> read(bytes("<log>\n<trace><int key='n' value='many'/></trace></log>")))
                .hasMessage("some/log.xes.gz:2:35: attribute 'n' has type int, but its value is 'many'. "
                        + "Correct the value, or write the attribute as a string. (MR-5053)");
    }

    @Test
    void entities_are_refused_where_they_begin() {
        String bomb = """
                <?xml version="1.0"?>
                <!DOCTYPE log [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
                <log><string key="concept:name" value="&b;"/></log>
                """;
        refused(Code.LOG_ENTITIES, "some/log.xes.gz:2:", bytes(bomb));
        refused(Code.LOG_ENTITIES, "some/log.xes.gz:1:", bytes("<!DOCTYPE log SYSTEM 'file:///etc/passwd'><log/>"));
        refused(Code.LOG_ENTITIES, "some/log.xes.gz:1:", bytes("<log><string key='a' value='&other;'/></log>"));
    }

    @Test
    void depth_size_and_packing_are_limited() throws IOException {
        refused(Code.LOG_TOO_LARGE, "some/log.xes.gz:1:", bytes("<log>" + "<string key='a' value='b'>".repeat(100_000)));
        byte[] log = bytes(PROM);
        XesReader.Limits limits = XesReader.Limits.DEFAULT;
        assertThatThrownBy(() -> XesReader.read("x", new ByteArrayInputStream(log), new XesReader.Limits(100, 9, 64, 9999), new Nobody()))
                .hasMessageContaining("x: the log has more than 100 bytes of XML").hasMessageContaining("MR-5054");
        assertThatThrownBy(() -> XesReader.read("x", new ByteArrayInputStream(log), new XesReader.Limits(limits.bytes(), 3, 64, 9999), new Nobody()))
                .hasMessageContaining("more than 3 events");
        assertThatThrownBy(() -> XesReader.read("x", new ByteArrayInputStream(log), new XesReader.Limits(limits.bytes(), 9, 64, 50), new Nobody()))
                .hasMessageContaining("more than 50 characters in one trace");
        // Ten megabytes of blanks take ten kilobytes.
        byte[] bomb = packed(bytes("<log>" + " ".repeat(10_000_000) + "</log>"));
        assertThat(bomb.length).isLessThan(20_000);
        assertThatThrownBy(() -> XesReader.read("x", new ByteArrayInputStream(bomb), new XesReader.Limits(1_000_000, 9, 64, 50), new Nobody()))
                .hasMessageContaining("more than 1000000 bytes");
        byte[] whole = packed(log);
        refused(Code.LOG_DAMAGED, "'some/log.xes.gz' cannot be unpacked", Arrays.copyOf(whole, whole.length / 2));
        refused(Code.LOG_DAMAGED, "'some/log.xes.gz' cannot be unpacked", Arrays.copyOf(whole, 5));
    }

    private static final class Nobody implements XesReader.Listener {
        @Override
        public void log(XesTrace.Attributes attributes) {}

        @Override
        public void trace(XesTrace trace) {}
    }

    @Test
    void a_file_that_cannot_be_read_is_an_error_of_reading() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }
        };
        assertThatThrownBy(() -> ImportedHistory.readXes("x", broken, events -> {})).isInstanceOf(IOException.class).hasMessage("the disk is gone");
    }

    /** Some lines are doubled, left out, or stand elsewhere. */
    private static byte[] lines(byte[] log, Random random) {
        List<String> lines = new ArrayList<>(new String(log, StandardCharsets.ISO_8859_1).lines().toList());
        for (int i = random.nextInt(3); i >= 0; i--) {
            String line = lines.get(random.nextInt(lines.size()));
            switch (random.nextInt(3)) {
                case 0 -> lines.add(random.nextInt(lines.size()), line);
                case 1 -> lines.remove(line);
                default -> lines.set(random.nextInt(lines.size()), line.replace("string", "date").replace("1", "x"));
            }
        }
        return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Some bytes are others. */
    private static byte[] scratched(byte[] log, Random random) {
        byte[] scratched = log.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            scratched[random.nextInt(log.length)] = (byte) "abc019:-'\"<>&#\u0000\u007F\u00FF".charAt(random.nextInt(17));
        }
        return scratched;
    }

    /** Whatever bytes come, they are a history or they are refused. */
    @Test
    void no_change_of_a_log_does_harm() throws IOException {
        byte[] own;
        try (Journal journal = GeneratedHistory.journal(GeneratedHistory.of(7, 60))) {
            own = RoundTripTest.xes(journal, EnumSet.allOf(LogEvent.Category.class), LogSelection.ALL);
        }
        List<byte[]> logs = List.of(bytes(PROM), bytes(DISCO), bytes(PM4PY), packed(bytes(PROM)), own);
        int refused = 0;
        for (int seed = 1; seed <= 600; seed++) {
            Random random = new Random(seed);
            byte[] log = seed % 2 == 0 ? lines(logs.get(seed % logs.size()), random) : scratched(logs.get(seed % logs.size()), random);
            try {
                Questions questions = read(log);
                questions.all("happened(E, T), fail ; holds_now(F), fail");
            } catch (RefusedException e) {
                assertThat(e.code().number()).as("seed %s: %s", seed, e.getMessage()).isBetween(5050, 5069);
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(refused).isBetween(50, 550);
    }
}

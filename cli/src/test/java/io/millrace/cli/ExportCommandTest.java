package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.net.run.NetLanguage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Event logs from the command line, and questions to them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ExportCommandTest {
    private static final String TRIP = """
            initial_activity(book).
            sequential(book, pay).
            final_activity(pay).
            role(pay, clerk).
            """;

    @TempDir
    private Path temporary;

    private String journal = "";

    @BeforeEach
    void twoTrips() {
        journal = temporary.resolve("journal").toString();
        try (Millrace mill = Millrace.open(Path.of(journal))) {
            mill.participant("anna", "clerk");
            mill.deploy(new NetLanguage().compile("trip", TRIP));
            mill.deploy(new NetLanguage().compile("other", TRIP));
            mill.start("trip", Data.fields("to", "Rome\u0001"));
            mill.start("other", Data.fields());
            mill.as("anna").complete(mill.find("1").work().getFirst().id(), Data.nothing());
        }
    }

    private Printed export(String... more) {
        return Printed.by(Stream.concat(Stream.of("export", "--journal", journal), Stream.of(more)).toArray(String[]::new));
    }

    private String path(String name) {
        return temporary.resolve(name).toString();
    }

    @Test
    void a_log_is_written_and_can_be_asked() throws IOException {
        Printed written = export("--to", "xes", path("trips.xes"));
        assertThat(written.status()).isZero();
        assertThat(written.out()).isEqualTo("5 events of 2 cases written to " + path("trips.xes") + ".\n");
        assertThat(written.err()).isEqualTo("1 character that XML cannot hold became U+FFFD.\n");
        assertThat(Printed.by("query", path("trips.xes"), "holds_now(waiting(Task, Who, 1))").out()).isEqualTo("Task = pay, Who = role(clerk)\n");
        assertThat(Printed.by("query", path("trips.xes"), "holds_now(completed(Task, Who, C))").out())
                .isEqualTo(Printed.by("query", journal, "holds_now(completed(Task, Who, C))").out());
        Printed packed = export("--to", "xes", path("trips.xes.gz"), "--json");
        assertThat(packed.out()).startsWith("{\"file\":").contains("\"form\":\"xes\",\"cases\":2,\"events\":5,\"replacedCharacters\":1,\"withoutCode\":[],");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(temporary.resolve("trips.xes.gz")))) {
            assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(temporary.resolve("trips.xes")));
        }
        assertThat(Printed.by("query", path("trips.xes.gz"), "holds_now(running(C))").out().lines()).hasSize(2);
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void standard_output_gets_the_log_and_nothing_else() {
        Printed xes = export("--to", "xes", "-", "--process", "trip");
        assertThat(xes.out()).startsWith("<?xml ").endsWith("</log>\n").contains("value=\"Rome\uFFFD\"");
        assertThat(xes.err()).startsWith("4 events of 1 case.\n");
        Printed ocel = export("--to", "ocel-json", "-", "--cases", "2", "--json");
        assertThat(Data.parse(ocel.out()).at("events").asList()).hasSize(2);
        assertThat(Data.parse(ocel.err()).at("events").asInt()).isEqualTo(2);
        Printed all = export("--to", "xes", "-", "--cases", "1,2", "--all-events");
        assertThat(all.out()).contains("value=\"begin\"");
        assertThat(export("--to", "xes", "-", "--until", "2001-01-01").err()).isEqualTo("0 events of 0 cases.\n");
        assertThat(export("--to", "xes", "-", "--from", "now - 1h").err()).startsWith("5 events of 2 cases.\n");
    }

    /** What an engine commits after the command has looked is not in the log; what it has committed before is. */
    @Test
    void an_engine_may_run_on_the_journal() {
        try (Millrace mill = Millrace.open(Path.of(journal))) {
            mill.start("trip");
            assertThat(export("--to", "xes", path("live.xes")).out()).startsWith("6 events of 3 cases");
            mill.start("trip");
            assertThat(export("--to", "ocel-json", path("live.json")).out()).startsWith("11 events of 4 cases");
        }
    }

    @Test
    void wrong_use_is_refused_and_leaves_nothing_behind() throws IOException {
        assertThat(export("--to", "csv", "-").err()).contains("xes and ocel-json").contains("MR-2009");
        assertThat(export("-").status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(export("--to", "xes", "-", "--process", "tripp").err()).contains("MR-1001");
        assertThat(export("--to", "xes", "-", "--cases", "9").status()).isEqualTo(Mill.NO);
        assertThat(export("--to", "xes", "-", "--from", "whenever").status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(export("--to", "xes", path("no/such/file.xes")).err()).contains("MR-7007");
        assertThat(Printed.by("export", "--to", "xes", "--journal", path("nothing"), "-").status()).isEqualTo(Mill.CANNOT_ASK);
        Path broken = Files.writeString(temporary.resolve("broken.xes"), "<log><trace>", StandardCharsets.UTF_8);
        Printed asked = Printed.by("query", broken.toString(), "true");
        assertThat(asked.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(asked.err()).contains("broken.xes:1:").contains("MR-5050");
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files).hasSize(2);
        }
    }
}

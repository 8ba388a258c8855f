package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.query.CaseStatus;
import io.millrace.work.Program;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Section 2.8 with real programs on a real engine: the content of files travels, and goes when nobody needs it any more. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProgramFilesTest {
    private final MemoryStore store = new MemoryStore();
    private final Millrace mill = Millrace.builder()
            .everything()
            .store(store)
            .settings(settings -> settings.checkReplay(true).fileBytes(1_000))
            .open();

    @AfterEach
    void close() {
        mill.close();
    }

    private static Program script(String script) {
        return Program.of("/bin/sh", "-c", script);
    }

    private Case start(String program) {
        mill.deploy(new WorkflowProlog().compile("p", program));
        Case started = mill.start("p");
        mill.whenQuiet().join();
        return started;
    }

    private Data attach(Case to, String name, String content) throws IOException {
        return mill.files()
                .attach(Millrace.TENANT, to.id(), name, new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
    }

    private void reply(Case to, String task, Data reply) {
        var item = to.work().stream().filter(work -> work.task().equals(task)).findFirst().orElseThrow();
        mill.operator().complete(item.id(), reply);
        mill.whenQuiet().join();
    }

    private String content(Data file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        mill.files().read(file, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private int rows() {
        int[] count = {0};
        store.scan(Table.FILES, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> ++count[0] > 0);
        return count[0];
    }

    private static final String ONE = """
            :- rpc(scan, page, S), go(S).
            go(S) :- replycontent(S, F) : rpc(program(tool), F, P), rpc(b, 0, B), told(P, B).
            told(P, B) :- replycontent(P, X), replycontent(B, _) : result(X).
            """;

    @Test
    void a_message_that_is_a_file_is_read_as_its_content_by_a_program_of_texts() throws IOException {
        mill.program("tool", script("tr a-z A-Z").text());
        Case one = start(ONE);
        reply(one, "scan", attach(one, "page.txt", "'hello world'"));
        reply(one, "b", Data.nothing());
        assertThat(one.result()).isEqualTo(Data.of("HELLO WORLD"));
    }

    @Test
    void the_output_of_a_program_may_be_a_file_and_contents_go_when_nobody_needs_them() throws IOException {
        mill.program("tool", script("tr a-z A-Z").text().toFile("loud.txt"));
        Case one = start("""
                :- rpc(scan, page, S), go(S).
                go(S) :- replycontent(S, F) : rpc(program(tool), F, P), shown(P).
                shown(P) :- replycontent(P, F) : rpc(show, F, R), last(R).
                last(R) :- replycontent(R, _) : rpc(end, 0, E), replycontent(E, ok).
                """);
        Data scanned = attach(one, "page.txt", "hello");
        assertThat(rows()).isEqualTo(3);
        reply(one, "scan", scanned);
        Data shown = one.work().getFirst().input();
        assertThat(content(shown)).isEqualTo("HELLO");
        assertThat(shown.at("name").text()).isEqualTo("loud.txt");
        assertThat(mill.files().of(Millrace.TENANT, one.id())).as("only what is shown is needed").containsExactly(shown);
        assertThat(rows()).isEqualTo(3);
        reply(one, "show", Data.of("seen"));
        assertThat(rows()).as("nobody needs any file, though the case goes on").isZero();
        assertThat(one.status()).isEqualTo(CaseStatus.RUNNING);
    }

    @Test
    void files_inside_a_message_are_in_a_directory_of_the_call(@TempDir Path kept) throws IOException {
        mill.program("tool", script("read m; cd \"$MILLRACE_FILES\"; pwd > " + kept.resolve("where")
                + "; ls -l | cut -c1-10 | grep -c w > " + kept.resolve("writable")
                + "; echo \"r('$(cat a.txt)','$(cat 16367*)',$m)\"").text());
        Case one = start("""
                :- rpc(scan, one, S), rpc(again, two, T), go(S, T).
                go(S, T) :- replycontent(S, F), replycontent(T, G) : rpc(program(tool), both([F, G, F]), P), told(P).
                told(P) :- replycontent(P, r(A, B, both([F, G, F]))), F \\== G : result(A-B).
                """);
        reply(one, "scan", attach(one, "a.txt", "first"));
        Data second = attach(one, "../a.txt", "second");
        assertThat(second.at("file").text()).as("so that the script knows it").startsWith("16367");
        reply(one, "again", second);
        assertThat(one.result().json()).isEqualTo("{\"-/2\":[\"first\",\"second\"]}");
        assertThat(Path.of(Files.readString(kept.resolve("where")).strip())).doesNotExist();
        assertThat(Files.readString(kept.resolve("writable")).strip()).isEqualTo("0");
    }

    @Test
    void a_program_gets_no_file_of_another_case() throws IOException {
        mill.program("tool", script("cat").text());
        Case other = start(ONE);
        Data secret = attach(other, "secret.txt", "secret");
        Case one = mill.start("p");
        reply(one, "scan", secret.with("name", "mine.txt"));
        assertThat(one.history(null, 100).items()).anyMatch(event -> event.toString().contains("There is no file 'mine.txt'"));
    }

    @Test
    void an_output_that_is_too_large_for_a_file_is_a_failed_attempt() throws IOException {
        mill.program("tool", script("head -c 1001 /dev/zero").toFile("zeros"));
        Case one = start(ONE);
        reply(one, "scan", Data.of("x"));
        assertThat(one.history(null, 100).items()).anyMatch(event -> event.toString().contains("the program wrote more than 1000 bytes"));
    }
}

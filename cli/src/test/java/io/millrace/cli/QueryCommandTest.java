package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.calculus.HistoryIndex;
import io.millrace.data.Data;
import io.millrace.examples.Claims;
import io.millrace.journal.Table;
import io.millrace.net.run.NetLanguage;
import io.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions from the command line, to a journal with the index and to one without. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class QueryCommandTest {
    @TempDir
    private Path temporary;

    private String journal = "";

    @BeforeEach
    void oneTrip() {
        journal = temporary.resolve("journal").toString();
        try (Millrace mill = Millrace.open(Path.of(journal))) {
            mill.participant("anna", "clerk");
            mill.deploy(new NetLanguage().compile("trip", """
                    initial_activity(book).
                    sequential(book, pay).
                    final_activity(pay).
                    role(pay, clerk).
                    """));
            mill.start("trip", Data.fields("to", "Rome", "price", 120.5));
            mill.as("anna").complete(mill.find("1").work().getFirst().id(), Data.nothing());
        }
    }

    private Printed mill(String... arguments) {
        return Printed.by(arguments);
    }

    @Test
    void answers_come_one_a_line() {
        Printed answers = mill("query", journal, "holds_now(waiting(Task, Who, Case))");
        assertThat(answers.out()).isEqualTo("Task = pay, Who = role(clerk), Case = 1\n");
        assertThat(answers.status()).isZero();
        assertThat(mill("query", journal, "did(Who, book, Case)", "--json").out()).isEqualTo("{\"Who\":\"anna\",\"Case\":1}\n");
        assertThat(mill("query", journal, "data(1, Name, Value)", "--json").out())
                .contains("{\"Name\":\"to\",\"Value\":\"Rome\"}", "{\"Name\":\"price\",\"Value\":120.5}");
        assertThat(mill("query", journal, "happened(E, T)", "--limit", "2").out().lines()).hasSize(2);
        assertThat(mill("query", journal, "holds_now(running(1))").out()).isEqualTo("true\n");
    }

    @Test
    void no_answer_is_a_negative_answer() {
        Printed none = mill("query", journal, "did(nobody_known, T, C)");
        assertThat(none.status()).isEqualTo(Mill.NO);
        assertThat(none.out()).isEqualTo("no\n");
        assertThat(mill("query", journal, "did(x, T, C)", "--json").out()).isEmpty();
        assertThat(mill("query", journal, "happened(E, T)", "--at", "2001-01-01").status()).isEqualTo(Mill.NO);
    }

    @Test
    void what_cannot_be_asked_says_why() throws IOException {
        assertThat(mill("query", journal, "happened(E").err()).contains("MR-5030");
        assertThat(mill("query", journal, "holds_at(F, T)").err()).contains("holds_for");
        assertThat(mill("query", journal, "holds_at(F, soon)").status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(mill("query", journal, "true", "--at", "whenever").status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(mill("query", temporary.resolve("nothing").toString(), "true").status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(mill("query", journal, "true", "--limit", "0").status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(mill("query", journal, "true", "--rules", temporary.resolve("none.pl").toString()).err()).contains("MR-2001");
        Printed deep = mill("query", journal, "X = " + "[".repeat(100_000) + "]".repeat(100_000), "--json");
        assertThat(deep.status()).as(deep.err()).isZero();
        Path rules = Files.writeString(temporary.resolve("r.pl"), "a :- b.\ninitiates(x, Y).\n");
        assertThat(mill("query", journal, "true", "--rules", rules.toString()).err()).contains("r.pl:2");
    }

    @Test
    void rules_of_a_file_are_used() throws IOException {
        Path rules = Files.writeString(temporary.resolve("r.pl"), "initiates(end(book, _, C), booked(C)).\n");
        assertThat(mill("query", journal, "holds_now(booked(C))", "--rules", rules.toString()).out()).isEqualTo("C = 1\n");
    }

    @Test
    void an_index_changes_no_answer() {
        String before = mill("query", journal, "holds_for(F, S, E)").out();
        assertThat(mill("index", "-j", journal).status()).isZero();
        try (RocksStore store = RocksStore.open(Path.of(journal))) {
            boolean[] any = {false};
            store.scan(Table.INDEX, new byte[0], null, io.millrace.journal.Store.Direction.FORWARDS, (key, value) -> {
                any[0] = true;
                return false;
            });
            assertThat(any[0]).isTrue();
        }
        assertThat(mill("query", journal, "holds_for(F, S, E)").out()).isEqualTo(before).isNotEmpty();
        assertThat(mill("check", journal).status()).isZero();
    }

    @Test
    void code_that_is_not_there_is_named_and_a_running_engine_is_asked() {
        String claims = temporary.resolve("claims").toString();
        try (Millrace mill = Millrace.builder().everything().directory(Path.of(claims)).projection(HistoryIndex.INSTANCE).open()) {
            mill.deploy(new Claims().process());
            Claims.equip(mill, null);
            mill.start(Claims.NAME, Data.of(new Claims.Claim("P-1", "Ada", 120, "DE-1")), "first").result();
            assertThat(mill("query", claims, "took(1, S)").status()).isZero();
            assertThat(mill.questions().holds("holds_for(at(Path, 1, Flow), S, E) ; holds_now(done(1))")).isTrue();
        }
        assertThat(mill("index", "-j", claims).err()).contains("MR-5040", "claim");
    }
}

package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases that go on under another version of their process. */
class MigrationTest {
    private static Command migrate(Bench bench, Object mapping) {
        return new Command.Migrate(bench.caseId(), 0, Data.of(mapping));
    }

    @Test
    void a_case_goes_on_under_a_version_that_has_its_places() {
        Bench bench = Bench.of(sequence(work("a"), work("b")));
        bench.start();
        bench.deploy(ActivityProcess.named("p", sequence(work("a"), set("new", true), work("b"))));
        bench.done(migrate(bench, Data.fields()));
        bench.restart();
        bench.complete("a");
        assertThat(bench.data()).isEqualTo(Data.fields("new", true));
    }

    @Test
    void a_case_whose_place_is_gone_stays() {
        Bench bench = Bench.of(sequence(work("a"), work("b")));
        bench.start();
        bench.complete("a");
        bench.deploy(ActivityProcess.named("p", sequence(work("a"))));
        assertThat(bench.refused(migrate(bench, Data.fields())).message())
                .contains("Cannot move case '1' to version 2: there is no 'sequence/2'.");
        bench.deploy(ActivityProcess.named("p", sequence(work("a"), call("b"))));
        assertThat(bench.refused(migrate(bench, Data.fields())).message())
                .contains("'sequence/2' is a call 'b', not a work 'b'");
    }

    @Test
    void a_mapping_says_where_a_place_has_gone() {
        Bench bench = Bench.of(sequence(work("a"), when("x").then(sequence(work("b"), work("c")))));
        bench.start("x", true);
        bench.complete("a");
        bench.deploy(ActivityProcess.named(
                "p", sequence(work("a"), work("new"), when("x").then(sequence(work("b"), work("c"))))));
        assertThat(bench.refused(migrate(bench, Data.fields())).code()).isEqualTo(Code.MIGRATION);
        bench.done(migrate(bench, Data.fields("sequence/2", "sequence/3")));
        bench.complete("b");
        assertThat(bench.offered()).containsExactly("c");
    }

    @Test
    void flows_futures_and_what_is_to_be_undone_go_along() {
        Activity old = sequence(
                scope(work("a")).compensate(call("undo a")),
                send("o", "m").result("r"),
                parallelEach("xs", "x", work("b").input("x"), copy("r", "y")).collect("y", "ys"));
        Bench bench = Bench.of(old);
        bench.start("xs", List.of(1, 2));
        bench.complete("a");
        bench.complete(bench.open().get(1).id(), Data.fields());
        bench.deploy(ActivityProcess.named("p", sequence(sequence(old), fail("now"))));
        assertThat(bench.refused(migrate(bench, Data.fields())).code()).isEqualTo(Code.MIGRATION);
        bench.deploy(ActivityProcess.named("p", sequence(
                scope(work("a")).compensate(call("undo a")),
                send("o", "m").result("r"),
                parallelEach("xs", "x", work("b").input("x"), copy("r", "y")).collect("y", "ys"),
                fail("now"))));
        bench.done(migrate(bench, Data.fields()));
        bench.complete("m", 7);
        bench.complete("b");
        assertThat(bench.data().at("ys")).isEqualTo(Data.items(7, 7));
        bench.complete("undo a");
        assertThat(bench.reason()).isEqualTo("now");
    }

    @Test
    void the_data_is_upgraded_step_by_step() {
        Bench bench = Bench.of(sequence(work("a"), work("b")));
        bench.start("name", "Anna Berg");
        bench.deploy(ActivityProcess.named("p", sequence(work("a"), work("b")))
                .version(3)
                .upgradeFrom(1, data -> data.with("names", data.at("name").text().split(" ")).without("name"))
                .upgradeFrom(2, data -> data.with("first", data.at("names").at(0))));
        bench.done(migrate(bench, Data.fields()));
        assertThat(bench.data()).isEqualTo(Data.fields("names", List.of("Anna", "Berg"), "first", "Anna"));
    }
}

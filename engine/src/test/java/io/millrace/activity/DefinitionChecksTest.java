package io.millrace.activity;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.choice;
import static io.millrace.activity.Activities.compute;
import static io.millrace.activity.Activities.forEach;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.scope;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.signal;
import static io.millrace.activity.Activities.sleepAsIn;
import static io.millrace.activity.Activities.when;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.journal.MemoryStore;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is wrong with a definition is said when it is made or deployed, or with the name of the slot where it is read. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class DefinitionChecksTest {
    private final List<String> warnings = new ArrayList<>();
    private final Millrace mill = Millrace.builder()
            .everything()
            .store(new MemoryStore())
            .onWarning(warnings::add)
            .open();

    @AfterEach
    void close() {
        mill.close();
    }

    @Test
    @SuppressWarnings("NullAway") // Those who do not check their nulls are who this is for.
    void a_missing_step_is_refused_with_its_number() {
        Activity missing = null;
        assertThatThrownBy(() -> sequence(work("a"), missing))
                .hasMessage("Argument 'steps' has no step 2: it is null. Give an activity, or nothing().");
        assertThatThrownBy(() -> sequence(Arrays.asList(work("a"), missing))).hasMessageContaining("step 2");
        assertThatThrownBy(() -> parallel(missing, work("a"))).hasMessageContaining("'branches' has no branch 1");
        assertThatThrownBy(() -> choice(missing, work("a"))).hasMessageContaining("branch 1");
        assertThatThrownBy(() -> when("x").then(missing)).hasMessageContaining("step 1");
        assertThatThrownBy(() -> scope(work("a")).compensate(work("b"), missing)).hasMessageContaining("step 2");
    }

    @Test
    void a_slot_that_nothing_fills_is_found_when_the_process_is_deployed() {
        Shape input = Shape.fields(Shape.field("amount", Shape.number()));
        mill.deploy(ActivityProcess.named("claim", sequence(
                        work("review").input("amount", "custmer").result("review"),
                        when("review.approved").then(call("pay").input("amount").result("payment")),
                        forEach("items", "item", call("ship").input("item").result("shipped")),
                        signal("paid").keyFrom("number").result("receipt")))
                .input(input));
        assertThat(warnings)
                .containsExactly(
                        "claim: Process 'claim' reads slot 'custmer' at sequence/1 (work 'review'), but neither its input nor an activity"
                                + " fills that slot. Correct the name, or declare the slot in the input. (MR-1081)",
                        "claim: Process 'claim' reads slot 'items' at sequence/3 (for each of 'items'), but neither its input nor an activity"
                                + " fills that slot. Correct the name, or declare the slot in the input. (MR-1081)",
                        "claim: Process 'claim' reads slot 'number' at sequence/4 (wait for signal 'paid'), but neither its input nor an activity"
                                + " fills that slot. Correct the name, or declare the slot in the input. (MR-1081)");
        warnings.clear();
        mill.deploy(ActivityProcess.named("open", work("review").input("custmer").result("review")));
        mill.deploy(ActivityProcess.named("any", sequence(work("ask"), work("review").input("anything"))).input(input));
        assertThat(warnings).as("undeclared input, and work that may fill any slot").isEmpty();
    }

    @Test
    void a_missing_slot_is_named_where_it_is_read() {
        mill.deploy(ActivityProcess.named("late", sequence(set("x", 1), sleepAsIn("dely"))));
        assertThatThrownBy(() -> mill.start("late"))
                .hasMessage("Process 'late' reads slot 'dely' at sequence/2 (wait as 'dely' says), and the slot has no value."
                        + " Fill the slot before it is read, or change the data of the case and retry it. (MR-1082)");
        mill.deploy(ActivityProcess.named("keyed", signal("paid").keyFrom("order.number")));
        assertThatThrownBy(() -> mill.start("keyed", Data.fields("order", Data.fields()))).hasMessageContaining("slot 'order.number'");
        mill.deploy(ActivityProcess.named("computed", compute("total", slots -> slots.at("amuont").asInt() + 1)));
        assertThatThrownBy(() -> mill.start("computed", Data.fields("amount", 1)))
                .hasMessageContaining("slot 'amuont' has no value")
                .hasMessageContaining("MR-1063");
        mill.deploy(ActivityProcess.named("needed", compute("total", slots -> slots.need("amuont").asInt() + 1)));
        assertThatThrownBy(() -> mill.start("needed")).hasMessageContaining("slot 'amuont' has no value");
    }

    @Test
    void whoever_waits_for_a_slot_that_nothing_fills_is_told_so() {
        mill.deploy(ActivityProcess.named("p", work("a").result("done")));
        Case one = mill.start("p");
        assertThat(one.value("done")).isNotDone();
        assertThat(one.value("doen"))
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableThat()
                .withMessageContaining("Slot 'doen' of case '1' will never have a value: no activity of process 'p' fills it");
    }

    @Test
    void a_declared_version_is_the_version_that_is_deployed() {
        ActivityProcess first = ActivityProcess.named("p", work("a"));
        assertThat(mill.deploy(first)).isEqualTo(1);
        Case old = mill.start("p", Data.fields("name", "Anna Berg"));
        ActivityProcess fifth = first.version(5).upgradeFrom(1, data -> data.with("first", "Anna"));
        assertThat(mill.deploy(fifth)).isEqualTo(5);
        assertThat(mill.deploy(fifth)).as("the same again").isEqualTo(5);
        assertThat(mill.start("p").info().version()).isEqualTo(5);
        assertThat(mill.operator().startVersion("p", 1, Data.fields(), null).info().version()).isEqualTo(1);
        refused(() -> mill.operator().startVersion("p", 3, Data.fields(), null), Code.UNKNOWN_VERSION);
        refused(() -> mill.operator().migrate(old.id(), 4, Data.fields()), Code.UNKNOWN_VERSION);
        mill.operator().migrate(old.id(), 5, Data.fields());
        assertThat(old.info().version()).isEqualTo(5);
        assertThat(old.data().at("first").text()).isEqualTo("Anna");
        refused(() -> mill.deploy(ActivityProcess.named("p", work("b")).version(5)), Code.FINGERPRINT);
        refused(() -> mill.deploy(ActivityProcess.named("p", work("b")).version(4)), Code.OLD_VERSION);
        assertThat(mill.deploy(ActivityProcess.named("p", work("b")))).as("without a declaration the engine counts").isEqualTo(6);
    }

    @Test
    void upgrades_count_by_deployed_versions() {
        mill.deploy(ActivityProcess.named("p", work("a")));
        mill.deploy(ActivityProcess.named("p", work("a").priority(1)));
        Case second = mill.start("p", Data.fields("steps", List.of()));
        mill.deploy(ActivityProcess.named("p", work("a").priority(2))
                .version(3)
                .upgradeFrom(1, data -> data.with("steps", data.at("steps").plus(1)))
                .upgradeFrom(2, data -> data.with("steps", data.at("steps").plus(2))));
        mill.operator().migrate(second.id(), 3, Data.fields());
        assertThat(second.data().at("steps")).isEqualTo(Data.items(2));
    }

    @Test
    void a_search_by_an_attribute_that_nobody_declares_is_refused() {
        mill.deploy(ActivityProcess.named("p", work("a")).attributes("city"));
        mill.start("p", Data.fields("city", "Ulm"));
        assertThat(mill.cases(CaseQuery.ofProcess("p").where("city", "Ulm"), null, 10).items()).hasSize(1);
        assertThatThrownBy(() -> mill.cases(CaseQuery.ofProcess("p").where("town", "Ulm"), null, 10))
                .hasMessageStartingWith("Cannot search by 'town': process 'p' declares no such attribute.");
        refused(() -> mill.cases(CaseQuery.ALL.where("town", "Ulm"), null, 10), Code.NOT_AN_ATTRIBUTE);
        refused(() -> mill.at(java.time.Instant.MAX).cases(CaseQuery.ALL.where("town", "Ulm"), null, 10), Code.NOT_AN_ATTRIBUTE);
    }

    @Test
    void a_page_of_nothing_is_refused() {
        String sentence = "Argument 'limit' is 0. Give a number of at least 1.";
        for (ThrowingCallable page : List.<ThrowingCallable>of(
                () -> mill.cases(CaseQuery.ALL, null, 0),
                () -> mill.work(io.millrace.query.WorkQuery.ALL, null, 0),
                () -> mill.timers(null, 0),
                () -> mill.find("1").history(null, 0),
                () -> mill.history().all(null, 0, io.millrace.query.History.Order.OLDEST_FIRST),
                () -> mill.agents().in("p", null, 0),
                () -> mill.agents().waiting("p", null, 0),
                () -> mill.retention().endedBefore(Millrace.TENANT, java.time.Instant.MAX, null, 0),
                () -> mill.at(java.time.Instant.MAX).cases(CaseQuery.ALL, null, 0))) {
            assertThatThrownBy(page).isInstanceOf(IllegalArgumentException.class).hasMessage(sentence);
        }
    }

    private static void refused(ThrowingCallable call, Code code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}

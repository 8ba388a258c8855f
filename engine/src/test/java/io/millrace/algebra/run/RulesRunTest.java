package io.millrace.algebra.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.calculus.HistoryIndex;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Reason;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases of rules alone, on the real kernel: what is permitted is offered, what is demanded is triggered, what must wait waits. */
class RulesRunTest {
    private static final String TRAVEL = """
            event s_buy on buy:start flexible;
            event c_buy on buy:complete flexible;
            event s_book on book:start triggerable;
            event c_book on book:complete flexible;
            event s_cancel on cancel:start triggerable;

            dep book_too: s_buy -> s_book;
            dep book_first: c_buy <= c_book;
            dep undo: c_book -> c_buy | s_cancel;
            dep undo_only_then: ~s_cancel | c_book . s_cancel & ~c_buy . s_cancel;
            """;

    private static Compiled<?> rules(String name, String source) {
        return new RulesLanguage().compile(name, source);
    }

    private static List<String> tasks(Rig rig, CaseId id) {
        return rig.work(id).stream().map(WorkItem::task).toList();
    }

    private static WorkItem item(Rig rig, CaseId id, String task) {
        return rig.work(id).stream().filter(each -> each.task().equals(task)).findFirst().orElseThrow();
    }

    private static List<String> decided(Rig rig, CaseId id) {
        return rig.history(id).stream()
                .filter(event -> event.kind().equals("Decided"))
                .map(event -> event.detail().at("literal").text())
                .toList();
    }

    private static void start(Rig rig, CaseId id, String task) {
        rig.doneAs("ann", new Command.StartWork(item(rig, id, task).id()));
    }

    private static Answer complete(Rig rig, CaseId id, String task) {
        return rig.askAs("ann", new Command.Complete(item(rig, id, task).id(), Data.fields("ok", true), 0));
    }

    @Test
    void work_that_is_withdrawn_after_its_release_has_ended() {
        Rig rig = Rig.with(rules("p", """
                        event begun on a:start flexible;
                        event over on a:end guaranteed;
                        event next on b:start flexible;
                        assume order: over <= begun;
                        dep one: next <= over;
                        """))
                .participant("ann");
        CaseId id = rig.start("p");
        start(rig, id, "a");
        WorkItem item = item(rig, id, "a");
        rig.doneAs("ann", new Command.Release(item.id()));
        rig.done(new Command.Withdraw(item.id(), "not needed"));
        rig.rest();
        assertThat(decided(rig, id)).containsExactly("begun", "over");
        assertThat(tasks(rig, id)).containsExactly("b");
    }

    @Test
    void a_journey_goes_well() {
        Rig rig = Rig.with(rules("travel", TRAVEL)).participant("ann");
        CaseId id = rig.start("travel");
        assertThat(tasks(rig, id)).containsExactly("buy");
        start(rig, id, "buy");
        assertThat(tasks(rig, id)).as("buying demands booking").containsExactly("buy", "book");
        assertThat(complete(rig, id, "buy")).as("the hotel comes first").isInstanceOf(Answer.Delayed.class);
        start(rig, id, "book");
        assertThat(complete(rig, id, "book")).isEqualTo(Answer.DONE);
        rig.rest();
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(decided(rig, id)).containsExactly("s_buy", "s_book", "c_book", "c_buy", "~s_cancel");
    }

    @Test
    void a_booking_without_a_ticket_is_cancelled_again() {
        Rig rig = Rig.with(rules("travel", TRAVEL)).participant("ann");
        CaseId id = rig.start("travel");
        start(rig, id, "buy");
        start(rig, id, "book");
        complete(rig, id, "book");
        rig.restart();
        rig.doneAs("ann", new Command.Fail(item(rig, id, "buy").id(), "sold out", 0, false));
        assertThat(tasks(rig, id)).containsExactly("cancel");
        rig.restart();
        start(rig, id, "cancel");
        complete(rig, id, "cancel");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(decided(rig, id)).containsExactly("s_buy", "s_book", "c_book", "~c_buy", "s_cancel");
    }

    @Test
    void a_cancelled_case_undoes_what_was_done_before_it_ends() {
        Rig rig = Rig.with(rules("travel", TRAVEL)).participant("ann");
        CaseId id = rig.start("travel");
        start(rig, id, "buy");
        start(rig, id, "book");
        complete(rig, id, "book");
        rig.done(new Command.CancelCase(id, "no money"));
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.RUNNING);
        assertThat(tasks(rig, id)).containsExactly("cancel");
        rig.restart();
        start(rig, id, "cancel");
        complete(rig, id, "cancel");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void nothing_is_undone_where_nothing_was_done() {
        Rig rig = Rig.with(rules("travel", TRAVEL)).participant("ann");
        CaseId id = rig.start("travel");
        rig.done(new Command.CancelCase(id, "no wish"));
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void a_closed_case_ends_when_its_obligations_are_met() {
        Rig rig = Rig.with(rules("travel", TRAVEL)).participant("ann");
        CaseId id = rig.start("travel");
        rig.done(new Command.Signal("close", id.toString(), Data.nothing()));
        rig.rest();
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(decided(rig, id)).contains("~s_buy", "~c_book");
    }

    @Test
    void what_others_announce_may_break_a_rule_and_is_told() {
        Rig rig = Rig.with(rules("r", """
                event order on signal order immediate;
                event pay on signal pay immediate;
                dep first: pay <= order;
                """)).participant("ann");
        CaseId id = rig.start("r");
        rig.done(new Command.Signal("pay", id.toString(), Data.nothing()));
        rig.rest();
        List<HistoryEvent> broken = rig.history(id).stream().filter(event -> event.kind().equals("Violated")).toList();
        assertThat(broken).hasSize(1);
        assertThat(broken.getFirst().detail().at("rules").json()).contains("first");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.RUNNING);
    }

    @Test
    void automatic_tasks_wait_until_they_may_begin() {
        Rig rig = Rig.with(rules("r", """
                event s_a on a:start flexible;
                event c_a on a:complete flexible;
                event s_b on b:start flexible;
                event c_b on b:complete flexible;
                task a role clerk;
                task b handler;
                dep order: s_b <= c_a;
                """)).participant("ann", "clerk").equip(mill -> mill.on("b", work -> Data.fields("done", true)));
        CaseId id = rig.start("r");
        assertThat(tasks(rig, id)).containsExactly("a");
        start(rig, id, "a");
        complete(rig, id, "a");
        rig.rest();
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(decided(rig, id)).containsExactly("s_a", "c_a", "s_b", "c_b");
        assertThat(rig.look(id).data().at("b").at("done")).isEqualTo(Data.of(true));
    }

    private static void finish(Rig rig, CaseId id, String task) {
        start(rig, id, task);
        assertThat(complete(rig, id, task)).isEqualTo(Answer.DONE);
        rig.rest();
    }

    @Test
    void a_saga_goes_back_in_reverse_order() {
        Rig rig = Rig.with(rules("r", "dep trip: saga(flight/no_flight, hotel/no_hotel, pay);\n")).participant("ann");
        CaseId id = rig.start("r");
        assertThat(tasks(rig, id)).containsExactly("flight");
        finish(rig, id, "flight");
        assertThat(tasks(rig, id)).containsExactly("hotel");
        finish(rig, id, "hotel");
        assertThat(tasks(rig, id)).containsExactly("pay");
        start(rig, id, "pay");
        rig.restart();
        rig.doneAs("ann", new Command.Fail(item(rig, id, "pay").id(), "no money", 0, false));
        assertThat(tasks(rig, id)).as("what was done last is undone first").containsExactly("no_hotel");
        rig.restart();
        finish(rig, id, "no_hotel");
        assertThat(tasks(rig, id)).containsExactly("no_flight");
        finish(rig, id, "no_flight");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(id)).doesNotContain("Violated", "Stuck");
    }

    @Test
    void a_saga_that_is_cancelled_goes_back_too() {
        Rig rig = Rig.with(rules("r", "dep trip: saga(flight/no_flight, hotel/no_hotel, pay);\n")).participant("ann");
        CaseId id = rig.start("r");
        finish(rig, id, "flight");
        start(rig, id, "hotel");
        rig.done(new Command.CancelCase(id, "ill"));
        assertThat(tasks(rig, id)).as("the hotel was not booked").containsExactly("no_flight");
        finish(rig, id, "no_flight");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void a_saga_that_goes_well_undoes_nothing() {
        Rig rig = Rig.with(rules("r", "dep trip: saga(flight/no_flight, hotel/no_hotel, pay);\n")).participant("ann");
        CaseId id = rig.start("r");
        finish(rig, id, "flight");
        finish(rig, id, "hotel");
        finish(rig, id, "pay");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(decided(rig, id)).contains("~no_flight:start", "~no_hotel:start");
    }

    @Test
    void three_tasks_commit_together_or_are_undone_in_reverse_order() {
        Rig rig = Rig.with(rules("r", "dep joint: sojc(a/no_a, b/no_b, c/no_c);\n")).participant("ann");
        CaseId id = rig.start("r");
        assertThat(tasks(rig, id)).containsExactly("a", "b", "c");
        start(rig, id, "a");
        start(rig, id, "b");
        start(rig, id, "c");
        assertThat(complete(rig, id, "a")).isEqualTo(Answer.DONE);
        assertThat(complete(rig, id, "b")).isEqualTo(Answer.DONE);
        rig.restart();
        rig.doneAs("ann", new Command.Fail(item(rig, id, "c").id(), "no", 0, false));
        rig.rest();
        assertThat(rig.look(id).next()).contains("rules demand no_a:start", "rules demand no_b:start");
        for (int i = 0; i < 4 && rig.look(id).info().status().isOpen(); i++) {
            for (WorkItem item : rig.work(id)) {
                rig.askAs("ann", new Command.StartWork(item.id()));
                rig.askAs("ann", new Command.Complete(item.id(), Data.fields(), 0));
                rig.rest();
            }
        }
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        List<String> literals = decided(rig, id);
        assertThat(literals.indexOf("no_b:complete")).isPositive().isLessThan(literals.indexOf("no_a:complete"));
        assertThat(rig.events(id)).doesNotContain("Violated", "Stuck");
    }

    @Test
    void an_attempt_that_waits_too_long_is_refused() {
        Rig rig = Rig.with(rules("r", """
                event c_a on a:complete flexible within 2h;
                event c_b on b:complete flexible;
                dep order: c_a <= c_b;
                """)).participant("ann");
        CaseId id = rig.start("r");
        start(rig, id, "a");
        assertThat(complete(rig, id, "a")).isInstanceOf(Answer.Delayed.class);
        rig.advance(Duration.ofMinutes(119));
        assertThat(rig.look(id).attempts()).hasSize(1);
        rig.restart();
        rig.advance(Duration.ofMinutes(2));
        assertThat(rig.look(id).attempts()).isEmpty();
        assertThat(rig.history(id)).anySatisfy(event -> {
            assertThat(event.kind()).isEqualTo("AttemptDecided");
            assertThat(event.detail().at("accepted")).isEqualTo(Data.of(false));
            assertThat(event.detail().at("reason").text()).contains("order");
        });
        start(rig, id, "b");
        complete(rig, id, "b");
        assertThat(complete(rig, id, "a")).as("and may be tried again").isEqualTo(Answer.DONE);
    }

    /** Part E, 8: what waits is looked at in the order in which it was tried, and what the first excludes is refused. */
    @Test
    void what_waited_first_goes_first() {
        Rig rig = Rig.with(rules("r", """
                event c_a on a:complete flexible;
                event c_b on b:complete flexible;
                event c_c on c:complete flexible;
                dep after_a: c_a <= c_c;
                dep after_b: c_b <= c_c;
                dep one: ~c_a | ~c_b;
                """)).participant("ann");
        CaseId id = rig.start("r");
        start(rig, id, "a");
        start(rig, id, "b");
        start(rig, id, "c");
        assertThat(complete(rig, id, "b")).isInstanceOf(Answer.Delayed.class);
        assertThat(complete(rig, id, "a")).isInstanceOf(Answer.Delayed.class);
        complete(rig, id, "c");
        rig.rest();
        assertThat(decided(rig, id)).containsSubsequence("c_c", "c_b", "~c_a");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
    }

    /** Part E, 3: what is decided is not decided again. */
    @Test
    void what_is_excluded_is_refused() {
        Rig rig = Rig.with(rules("r", """
                event c_a on a:complete flexible;
                event s_b on b:start inevitable;
                dep one: ~c_a | ~s_b;
                """)).participant("ann");
        CaseId id = rig.start("r");
        start(rig, id, "a");
        start(rig, id, "b");
        assertThat(decided(rig, id)).containsExactly("s_b", "~c_a");
        assertThat(tasks(rig, id)).as("what cannot be completed is taken back").containsExactly("b");
    }

    /** Part E, 12: nobody can do what is demanded, so a person is told. */
    @Test
    void a_closed_case_with_an_open_obligation_waits_for_a_person() {
        Rig rig = Rig.with(rules("r", """
                event paid on signal paid immediate;
                event c_a on a:complete immediate;
                dep pay: c_a -> paid;
                """)).participant("ann");
        CaseId id = rig.start("r");
        start(rig, id, "a");
        complete(rig, id, "a");
        rig.done(new Command.Signal("close", id.toString(), Data.nothing()));
        rig.rest();
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.RUNNING);
        assertThat(rig.look(id).info().incident()).contains("paid");
        rig.done(new Command.Signal("paid", id.toString(), Data.nothing()));
        rig.rest();
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
    }

    /** DECLARE: each order is answered, however many there are; the case is closed only when all are. */
    @Test
    void tasks_may_repeat_under_constraints() {
        Rig rig = Rig.with(rules("r", """
                event order on order:complete repeating;
                event answer on answer:complete repeating inevitable;
                dep answered: response(order, answer);
                dep first: precedence(order, answer);
                """)).participant("ann");
        CaseId id = rig.start("r");
        assertThat(tasks(rig, id)).contains("order", "answer");
        start(rig, id, "answer");
        assertThat(complete(rig, id, "answer")).as("there is no order yet").isInstanceOf(Answer.Delayed.class);
        finish(rig, id, "order");
        rig.rest();
        assertThat(rig.look(id).attempts()).isEmpty();
        for (int i = 0; i < 3; i++) {
            finish(rig, id, "order");
        }
        rig.restart();
        finish(rig, id, "answer");
        rig.done(new Command.Signal("close", id.toString(), Data.nothing()));
        rig.rest();
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(id)).doesNotContain("Violated", "Stuck");
    }

    @Test
    void inside_a_case_there_are_no_other_constants() {
        assertThatThrownBy(() -> rules("r", "event a[customer] on a:start;\ndep d: ~a[x] | b[x];\n"))
                .hasMessageContaining("MR-6036").hasMessageContaining("customer");
    }

    @Test
    void why_names_the_rule_and_what_would_lift_it_and_questions_agree() {
        Rig rig = Rig.built(builder -> builder.projection(HistoryIndex.INSTANCE), rules("travel", TRAVEL)).participant("ann");
        CaseId id = rig.start("travel");
        start(rig, id, "buy");
        complete(rig, id, "buy");
        Reason why = rig.mill().at(Instant.MAX).why(id, "buy");
        assertThat(all(why)).anySatisfy(each -> assertThat(each.words()).contains("book_first").contains("after c_book"));
        for (String task : List.of("buy", "book", "cancel")) {
            for (Reason each : all(rig.mill().at(Instant.MAX).why(id, task))) {
                assertThat(rig.mill().questions().holds(each.claim())).as(each.claim() + ": " + each.words()).isEqualTo(each.holds());
            }
        }
    }

    private static List<Reason> all(Reason reason) {
        List<Reason> all = new ArrayList<>(List.of(reason));
        reason.because().forEach(each -> all.addAll(all(each)));
        return all;
    }
}

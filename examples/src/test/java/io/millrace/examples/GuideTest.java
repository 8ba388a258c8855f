package io.millrace.examples;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.examples.Orders.Item;
import io.millrace.examples.Orders.Order;
import io.millrace.examples.Orders.Outcome;
import io.millrace.examples.Orders.Payment;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.ProcessVersion;
import io.millrace.query.WorkQuery;
import io.millrace.schedule.Schedule;
import io.millrace.testkit.TestEngine;
import io.millrace.testkit.junit.MillraceExtension;
import io.millrace.work.Work;
import io.millrace.work.WorkItem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What docs/guide.md shows, run. */
@ExtendWith(MillraceExtension.class)
class GuideTest {
    private static final Order ORDER = new Order("A-7", new BigDecimal("10.50"), List.of(new Item("tent", 1), new Item("rope", 3)));

    @BeforeEach
    void prepare(TestEngine engine) {
        engine.deploy(Orders.process());
        engine.equip(Orders::equip);
        engine.mill().participant("anna", "clerk").participant("ben", "clerk").participant("carla", "lead");
    }

    @Test
    void an_order_is_shipped(Millrace mill, TestEngine engine) {
        Case order = mill.start("order", ORDER, ORDER.number());
        mill.signal(Orders.PAID, "A-7", new Payment(ORDER.amount(), "DE-1"));
        engine.quiet();

        WorkItem approve = mill.worklist("anna").getFirst();
        mill.as("anna").complete(approve.id(), Data.fields("approved", true));
        assertThat(mill.worklist("anna")).as("who approves does not pack").isEmpty();
        mill.as("ben").complete(mill.worklist("ben").getFirst().id(), Data.fields("boxes", 1));

        assertThat(order.result(Outcome.class, Duration.ofSeconds(10))).isEqualTo(new Outcome("shipped", "P-A-7-1"));
    }

    @Test
    void an_order_that_nobody_pays_is_released(TestEngine engine) {
        Case order = engine.mill().start("order", ORDER, "A-7");
        engine.advance(Duration.ofDays(7));
        engine.restart();
        engine.advance(Duration.ofDays(8));
        assertThat(engine.mill().find(order.id()).result())
                .isEqualTo(Data.fields("state", "released", "reason", "it took too long"));
    }

    @Test
    void work_that_nobody_does_is_offered_to_others(Millrace mill, TestEngine engine) {
        mill.start("order", ORDER, "A-7");
        mill.signal(Orders.PAID, "A-7", new Payment(ORDER.amount(), "DE-1"));
        engine.quiet();
        mill.as("anna").complete(mill.worklist("anna").getFirst().id(), Data.fields());
        engine.advance(Duration.ofHours(5));
        assertThat(mill.worklist("carla")).hasSize(1);
    }

    @Test
    void a_case_is_found_asked_and_signalled(Millrace mill, TestEngine engine) {
        Case order = mill.start("order", ORDER, "A-7");
        Optional<Case> found = mill.findByKey("order", "A-7");
        assertThat(found).map(Case::id).contains(order.id());
        assertThat(order.ask("missing", String.class)).isEqualTo("the money");
        engine.quiet(); // The case waits for its payment when the goods are reserved.
        order.signal(Orders.PAID, new Payment(ORDER.amount(), "DE-1"));
        assertThat(order.ask("missing", String.class)).isEqualTo("the goods");
        assertThat(order.data().at("items").asList(Item.class)).isEqualTo(ORDER.items());
    }

    @Test
    void a_payment_starts_the_order_that_it_is_for(Millrace mill) {
        Case order = mill.startWithSignal("order", ORDER, "A-7", Orders.PAID, new Payment(ORDER.amount(), "DE-1"));
        assertThat(order.status()).isEqualTo(CaseStatus.RUNNING);
    }

    @Test
    void cases_are_searched(Millrace mill) {
        mill.start("order", ORDER, "A-7");
        CaseQuery open = CaseQuery.ofProcess("order")
                .inState(CaseStatus.RUNNING)
                .whereBetween("amount", 10, 500)
                .orderedBy("amount")
                .descending();
        List<String> keys = mill.cases(open).map(CaseInfo::key).limit(20).toList();
        long waiting = mill.count(WorkQuery.forRole("clerk"));
        assertThat(keys).containsExactly("A-7");
        assertThat(waiting).isZero();
        assertThat(mill.work(WorkQuery.ALL).map(ListedWork::process)).doesNotContain("none");
    }

    @Test
    void many_cases_at_a_time(Millrace mill) {
        mill.start("order", ORDER, "A-7");
        Commands.Report report = mill.operator()
                .because("the shop closes")
                .cancelAll(CaseQuery.ofProcess("order"), soFar -> System.out.println(soFar.done()));
        report.refused().forEach(each -> System.out.println(each.caseId() + ": " + each.problem().message()));
        assertThat(report.done()).isEqualTo(1);
        mill.operator().retryAll(CaseQuery.ofProcess("order"), soFar -> {});
        mill.operator().migrateAll(CaseQuery.ofProcess("order"), 0, Data.fields(), soFar -> {});
    }

    @Test
    void a_bank_answers_later(Millrace mill) throws InterruptedException {
        BlockingQueue<String> bank = new LinkedBlockingQueue<>();
        mill.deploy(ActivityProcess.named("transfer", call("ask the bank").result("answer")));
        mill.on("ask the bank", work -> {
            bank.add(work.token());
            return Work.LATER;
        });
        Case transfer = mill.start("transfer");
        mill.complete(bank.take(), Data.fields("booked", true));
        assertThat(transfer.result(Duration.ofSeconds(10)).at("answer").at("booked").truth()).isTrue();
    }

    @Test
    void cases_are_started_every_night(TestEngine engine) {
        Millrace mill = engine.mill();
        engine.deploy(ActivityProcess.named("report", work("write")));
        Case nightly = mill.schedule(
                "nightly",
                Schedule.cron("30 2 * * *").in("Europe/Berlin").catchUp(Schedule.CatchUp.LAST).withoutOverlap(),
                "report",
                Data.fields("kind", "daily"));
        engine.advance(Duration.ofDays(2));
        assertThat(mill.count(CaseQuery.ofProcess("report"))).isEqualTo(1);
        mill.operator().cancel(nightly.id());
    }

    @Test
    void a_case_migrates_to_a_new_version(TestEngine engine) {
        Millrace mill = engine.mill();
        Case order = mill.start("order", ORDER, "A-7");
        engine.deploy(Orders.process().version(2).upgradeFrom(1, slots -> slots.with("currency", "EUR")));
        assertThat(mill.versions("order")).extracting(ProcessVersion::number).containsExactly(1, 2);
        mill.operator().migrate(order.id(), 2, Data.fields());
        assertThat(order.data().at("currency").text()).isEqualTo("EUR");
        assertThatThrownBy(() -> order.result(Duration.ofMillis(10))).hasMessageContaining("MR-1084");
    }
}

package io.millrace;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.signal;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.data.SignalType;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.ProcessVersion;
import io.millrace.query.WorkQuery;
import io.millrace.work.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the facade offers to Java programs: records in and out, streams, searches, many cases at a time. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ConveniencesTest {
    private record Item(String article, int count) {}

    private record Order(String number, BigDecimal amount, List<Item> items) {}

    private record Payment(String number, BigDecimal amount) {}

    private record Receipt(BigDecimal paid, int attempt) {}

    private record Finished(String number, Receipt receipt) {}

    private static final SignalType<Payment> PAID = SignalType.of("paid", Payment.class);

    private final Millrace mill = Millrace.inMemory();

    @AfterEach
    void close() {
        mill.close();
    }

    @Test
    void records_go_in_and_come_out() {
        mill.deploy(ActivityProcess.named("order", call("pay").input("number", "amount").result("receipt")));
        mill.on("pay", Payment.class, (payment, work) -> new Receipt(payment.amount(), work.attempt()));
        Order order = new Order("A-7", new BigDecimal("10.50"), List.of(new Item("tent", 1), new Item("rope", 3)));
        Case started = mill.start("order", order, "A-7");
        assertThat(started.result(Finished.class)).isEqualTo(new Finished("A-7", new Receipt(new BigDecimal("10.50"), 1)));
        assertThat(started.result(Order.class, Duration.ofSeconds(10))).isEqualTo(order);
        assertThat(started.result().at("items").asList(Item.class)).isEqualTo(order.items());
        assertThat(started.result().at("nothing").asList(Item.class)).isEmpty();
        mill.on("pay", Payment.class, payment -> payment.number());
        assertThat(mill.start("order", order).result().at("receipt").text()).isEqualTo("A-7");
    }

    @Test
    void a_caller_waits_no_longer_than_it_wants_to() {
        mill.deploy(ActivityProcess.named("p", work("a")));
        Case waiting = mill.start("p");
        assertThatThrownBy(() -> waiting.result(Duration.ofMillis(20)))
                .hasMessage("Case '1' has not ended within PT0.02S. Wait longer, or call Case.next to see what it waits for. (MR-1084)");
        mill.operator().complete(waiting.work().getFirst().id(), new Item("x", 1));
        assertThat(waiting.result(Duration.ofSeconds(20))).isEqualTo(Data.fields("article", "x", "count", 1));
    }

    @Test
    void a_case_is_found_by_its_business_key() {
        mill.deploy(ActivityProcess.named("p", work("a")));
        mill.start("p", Data.fields(), "k");
        Case second = mill.start("p", Data.fields(), "k");
        assertThat(mill.findByKey("p", "k").map(Case::id)).contains(second.id());
        assertThat(mill.findByKey("p", "other")).isEmpty();
    }

    @Test
    void a_typed_signal_reaches_the_case_that_waits_for_it() {
        mill.deploy(ActivityProcess.named("p", signal(PAID).keyFrom("number").result("payment")));
        Case waiting = mill.start("p", Data.fields("number", "A-7"));
        mill.signal(PAID, "A-7", new Payment("A-7", BigDecimal.TEN));
        assertThat(waiting.result().at("payment").as(Payment.class)).isEqualTo(new Payment("A-7", BigDecimal.TEN));
        mill.deploy(ActivityProcess.named("q", signal(PAID).result("payment")));
        Case other = mill.start("q");
        mill.signal(PAID, new Payment("B", BigDecimal.ONE));
        assertThat(other.result().at("payment").at("number").text()).isEqualTo("B");
    }

    @Test
    void lists_are_streams_that_read_page_by_page() {
        mill.deploy(ActivityProcess.named("p", work("a").role("clerk")));
        int count = 2 * Tenant.PAGE + 3;
        for (int i = 0; i < count; i++) {
            mill.start("p");
        }
        assertThat(mill.cases(CaseQuery.ALL).map(CaseInfo::id)).hasSize(count).doesNotHaveDuplicates();
        assertThat(mill.work(WorkQuery.forRole("clerk")).map(ListedWork::item)).hasSize(count);
        assertThat(mill.cases(CaseQuery.ALL).skip(Tenant.PAGE).findFirst()).isPresent();
        assertThat(mill.count(CaseQuery.ofProcess("p").inState(CaseStatus.RUNNING))).isEqualTo(count);
        assertThat(mill.count(WorkQuery.ALL.ofTask("a"))).isEqualTo(count);
        assertThat(mill.count(WorkQuery.ALL.ofTask("b"))).isZero();
        assertThat(mill.timers()).isEmpty();
        assertThat(mill.find("1").history().map(HistoryEvent::kind)).contains("CaseStarted", "WorkOffered");
    }

    @Test
    void deployed_versions_are_listed() {
        ActivityProcess first = ActivityProcess.named("p", work("a"));
        mill.deploy(first);
        mill.deploy(ActivityProcess.named("p", work("b")).version(4));
        assertThat(mill.versions("p")).extracting(ProcessVersion::number).containsExactly(1, 4);
        ProcessVersion listed = mill.versions("p").getFirst();
        assertThat(listed)
                .isEqualTo(new ProcessVersion("p", 1, "activities", first.fingerprint(), true, listed.deployed(), null));
        assertThat(listed.deployed()).isNotNull();
        assertThat(mill.versions("q")).isEmpty();
    }

    @Test
    void cases_are_searched_by_several_attributes_and_ranges_in_an_order() {
        mill.deploy(ActivityProcess.named("order", work("a")).attributes("amount", "country"));
        Object[][] orders = {{100, "DE"}, {-5, "DE"}, {12.5, "FR"}, {3, "DE"}, {20, "DE"}, {"much", "DE"}};
        for (Object[] order : orders) {
            mill.start("order", Data.fields("amount", order[0], "country", order[1]));
        }
        mill.start("order");
        CaseQuery german = CaseQuery.ofProcess("order").where("country", "DE");
        assertThat(amounts(german.whereBetween("amount", 3, 20))).containsExactly("3", "20");
        assertThat(amounts(german.whereAtLeast("amount", 3).whereAtMost("amount", 99))).containsExactly("3", "20");
        assertThat(amounts(CaseQuery.ofProcess("order").whereAtMost("amount", 12.50))).containsExactlyInAnyOrder("-5", "3", "12.5");
        assertThat(amounts(CaseQuery.ofProcess("order").orderedBy("amount"))).containsExactly("-5", "3", "12.5", "20", "100", "\"much\"");
        assertThat(amounts(german.orderedBy("amount").descending())).containsExactly("\"much\"", "100", "20", "3", "-5");
        assertThat(amounts(german.whereBetween("amount", 3, 20).orderedBy("amount").descending())).containsExactly("20", "3");
        assertThat(amounts(CaseQuery.ofProcess("order").whereBetween("country", "E", "G"))).containsExactly("12.5");
        assertThat(mill.count(CaseQuery.ofProcess("order"))).isEqualTo(7);
        assertThat(mill.count(CaseQuery.ALL.where("country", "DE").whereAtLeast("amount", 0))).isEqualTo(3);
        CaseInfo first = mill.find("1").info();
        assertThat(mill.count(CaseQuery.ALL.startedFrom(first.started()))).isEqualTo(7);
        assertThat(mill.count(CaseQuery.ALL.startedBefore(first.started()))).isZero();
        assertThatThrownBy(() -> mill.count(german.orderedBy("town")))
                .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_AN_ATTRIBUTE));
        assertThatThrownBy(() -> CaseQuery.ALL.orderedBy("amount")).hasMessageContaining("Name the process first");
        assertThatThrownBy(() -> german.whereAtLeast("amount", true)).hasMessageContaining("Give a number or a text");
    }

    private List<String> amounts(CaseQuery query) {
        return mill.cases(query).map(info -> info.attributes().at("amount").json()).toList();
    }

    @Test
    void many_cases_are_cancelled_with_progress_and_a_report() {
        mill.deploy(ActivityProcess.named("p", work("a")));
        mill.deploy(ActivityProcess.named("q", work("a")));
        for (int i = 0; i < 450; i++) {
            mill.start("p");
        }
        Case other = mill.start("q");
        mill.operator().complete(mill.find("1").work().getFirst().id(), Data.fields());
        List<Long> progress = new ArrayList<>();
        Commands.Report report = mill.operator()
                .because("the shop closes")
                .cancelAll(CaseQuery.ofProcess("p"), done -> progress.add(done.total()));
        assertThat(report.done()).isEqualTo(449);
        assertThat(report.refused()).isEmpty();
        assertThat(progress).hasSizeGreaterThan(1).isSorted().endsWith(449L);
        assertThat(mill.count(CaseQuery.ofProcess("p").inState(CaseStatus.CANCELLED))).isEqualTo(449);
        assertThat(mill.find("2").info().outcome().text()).isEqualTo("the shop closes");
        assertThat(other.status()).isEqualTo(CaseStatus.RUNNING);
    }

    @Test
    void a_request_id_covers_all_cases_of_a_bulk_command() {
        mill.deploy(ActivityProcess.named("p", work("a").role("clerk")));
        mill.participant("anna", "clerk");
        for (int i = 0; i < 5; i++) {
            mill.start("p");
        }
        assertThat(mill.as("anna").request("claims").claimNext(WorkQuery.ALL, 3)).hasSize(3);
        Commands once = mill.operator().request("closing");
        assertThat(once.cancelAll(CaseQuery.ofProcess("p"), report -> {})).isEqualTo(new Commands.Report(5, List.of()));
        assertThat(once.cancelAll(CaseQuery.ofProcess("p"), report -> {})).isEqualTo(new Commands.Report(0, List.of()));
    }

    @Test
    void a_case_that_cannot_be_read_does_not_stop_a_bulk_command() {
        KeptStore store = new KeptStore();
        ActivityProcess lost = ActivityProcess.named("lost", call("pay").retry(RetryPolicy.NONE));
        ActivityProcess kept = ActivityProcess.named("kept", call("pay").retry(RetryPolicy.NONE));
        try (Millrace before = Millrace.builder().everything().store(store).open()) {
            before.deploy(lost);
            before.deploy(kept);
            before.on("pay", work -> {
                throw new IllegalStateException("no connection");
            });
            before.start("lost");
            before.start("kept");
            before.whenQuiet().join();
        }
        try (Millrace after = Millrace.builder().everything().store(store).open()) {
            after.deploy(kept);
            after.on("pay", work -> Data.fields("paid", true));
            Commands.Report report = after.operator().retryAll(CaseQuery.ALL, progress -> {});
            assertThat(report.done()).isEqualTo(1);
            assertThat(report.refused()).extracting(refusal -> refusal.caseId().toString()).containsExactly("1");
            assertThat(report.refused().getFirst().problem().code()).isEqualTo(Code.NO_CODE);
            assertThat(after.find("2").result(Duration.ofSeconds(20)).at("paid").truth()).isTrue();
        }
    }

    @Test
    void many_incidents_are_tried_again() {
        AtomicBoolean works = new AtomicBoolean();
        mill.deploy(ActivityProcess.named("p", call("pay").retry(RetryPolicy.NONE)));
        mill.on("pay", work -> {
            if (!works.get()) {
                throw new IllegalStateException("no connection");
            }
            return Data.fields("paid", true);
        });
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            cases.add(mill.start("p"));
        }
        mill.whenQuiet().join();
        assertThat(mill.count(CaseQuery.ofProcess("p").onlyIncidents())).isEqualTo(5);
        works.set(true);
        assertThat(mill.operator().retryAll(CaseQuery.ofProcess("p"), report -> {})).isEqualTo(new Commands.Report(5, List.of()));
        cases.forEach(each -> assertThat(each.result(Duration.ofSeconds(20)).at("paid").truth()).isTrue());
    }

    @Test
    void many_cases_migrate_and_the_report_names_those_that_cannot() {
        mill.deploy(ActivityProcess.named("p", sequence(work("a"), work("b"))));
        Case stays = mill.start("p");
        Case moves = mill.start("p");
        mill.operator().complete(stays.work().getFirst().id(), Data.fields());
        mill.deploy(ActivityProcess.named("p", sequence(work("a"), work("c"))));
        Case there = mill.start("p");
        Commands.Report report = mill.operator().migrateAll(CaseQuery.ofProcess("p"), 0, Data.fields(), done -> {});
        assertThat(report.done()).isEqualTo(1);
        assertThat(report.refused()).hasSize(1);
        assertThat(report.refused().getFirst().caseId()).isEqualTo(stays.id());
        assertThat(report.refused().getFirst().problem().code()).isEqualTo(Code.MIGRATION);
        assertThat(List.of(stays.info().version(), moves.info().version(), there.info().version())).containsExactly(1, 2, 2);
    }

    @Test
    void a_signal_goes_to_one_case_by_its_id() {
        mill.deploy(ActivityProcess.named("p", sequence(signal(PAID).key("x").result("payment"), signal("more").result("more"))));
        Case one = mill.start("p");
        Case two = mill.start("p");
        one.signal(PAID, new Payment("A", BigDecimal.ONE));
        assertThat(one.data().at("payment").at("number").text()).isEqualTo("A");
        assertThat(two.data().at("payment").isNothing()).isTrue();
        assertThatThrownBy(() -> one.signal(PAID, new Payment("A", BigDecimal.ONE)))
                .hasMessage("Case '1' cannot take signal 'paid': it waits for 'more'. Send it when the case waits for it. (MR-1086)");
        mill.signal(PAID, "x", new Payment("B", BigDecimal.TEN));
        mill.whenQuiet().join();
        assertThat(two.data().at("payment").at("number").text()).as("the mailbox knows who still waits").isEqualTo("B");
        mill.signal(PAID, "x", new Payment("C", BigDecimal.TEN));
        mill.whenQuiet().join();
        assertThat(one.details().waits()).extracting("signal").containsExactly("more");
        one.signal("more", Data.of(1));
        assertThat(one.result().at("more").asInt()).isEqualTo(1);
        assertThatThrownBy(() -> one.signal("more", Data.of(1))).hasMessageContaining("MR-1010");
    }

    @Test
    void a_signal_starts_the_case_that_it_is_for() {
        mill.deploy(ActivityProcess.named("cart", sequence(
                        signal(PAID).keyFrom("number").result("first"), signal(PAID).keyFrom("number").result("second")))
                .uniqueKey());
        Item input = new Item("none", 0);
        assertThatThrownBy(() -> mill.startWithSignal("none", input, "A-7", PAID, new Payment("1", BigDecimal.ONE)))
                .hasMessageContaining("MR-1001");
        Case first = mill.startWithSignal("cart", Data.fields("number", "A-7"), "A-7", "paid", Data.fields("number", "1"));
        Case again = mill.startWithSignal("cart", Data.fields("number", "A-7"), "A-7", "paid", Data.fields("number", "2"));
        assertThat(again.id()).isEqualTo(first.id());
        Data result = first.result(Duration.ofSeconds(20));
        assertThat(List.of(result.at("first").at("number").text(), result.at("second").at("number").text())).containsExactly("1", "2");
        mill.whenQuiet().join();
        Case next = mill.startWithSignal("cart", Data.fields("number", "A-7"), "A-7", "paid", Data.fields("number", "3"));
        assertThat(next.id()).isNotEqualTo(first.id());
        mill.deploy(ActivityProcess.named("plain", work("a")));
        assertThatThrownBy(() -> mill.startWithSignal("plain", input, "k", PAID, new Payment("1", BigDecimal.ONE)))
                .hasMessageContaining("MR-1087");
    }

    @Test
    void a_case_with_a_unique_key_is_there_when_its_start_returns() {
        mill.deploy(ActivityProcess.named("p", work("a")).uniqueKey());
        for (int i = 0; i < 50; i++) {
            Case started = mill.start("p", Data.fields(), "k" + i);
            assertThat(started.status()).isEqualTo(CaseStatus.RUNNING);
            assertThat(mill.findByKey("p", "k" + i)).isPresent();
        }
    }
}

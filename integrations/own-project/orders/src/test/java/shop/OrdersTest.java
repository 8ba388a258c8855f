package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.Case;
import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.ProcessVersion;
import io.millrace.query.WorkQuery;
import io.millrace.schedule.Schedule;
import io.millrace.testkit.TestEngine;
import io.millrace.testkit.junit.MillraceExtension;
import io.millrace.work.WorkItem;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import shop.Orders.Decision;
import shop.Orders.Item;
import shop.Orders.Order;
import shop.Orders.Outcome;
import shop.Orders.Payment;

@ExtendWith(MillraceExtension.class)
class OrdersTest {
    private final LinkedBlockingQueue<String> carrier = new LinkedBlockingQueue<>();

    private static Order order(String number, String country, String amount) {
        return new Order(number, country, new BigDecimal(amount), List.of(new Item("tent", 1), new Item("rope", 3)));
    }

    @BeforeEach
    void prepare(TestEngine engine) {
        engine.deploy(Orders.invoice());
        engine.deploy(Orders.order());
        engine.equip(mill -> Orders.equip(mill, carrier));
        engine.mill().participant("anna", "clerk").participant("ben", "clerk");
        engine.mill().participant("carla", "lead").participant("dora", "director");
    }

    private static WorkItem first(Millrace mill, String participant) {
        return mill.worklist(participant).getFirst();
    }

    private static void pay(TestEngine engine, Order order) {
        engine.mill().signal(Orders.PAID, order.number(), new Payment(order.amount(), "DE-1"));
        engine.quiet();
    }

    @Test
    void a_large_order_is_approved_packed_by_another_person_and_shipped(Millrace mill, TestEngine engine) throws Exception {
        Order order = order("A-1", "DE", "1200.50");
        Case started = mill.start("order", order, order.number());
        pay(engine, order);
        mill.as("anna").complete(first(mill, "anna").id(), new Decision(true));
        assertEquals(List.of(), mill.worklist("anna"), "who approves does not pack");
        mill.as("ben").complete(first(mill, "ben").id(), Data.fields("boxes", 1));
        mill.complete(carrier.take(), "P-1");
        assertEquals(new Outcome("shipped", order.amount(), "P-1"), started.result(Outcome.class, Duration.ofSeconds(10)));
    }

    @Test
    void an_order_that_is_not_approved_gives_back_what_it_reserved(Millrace mill, TestEngine engine) {
        Order order = order("A-2", "DE", "5000");
        Case started = mill.start("order", order, order.number());
        pay(engine, order);
        mill.as("anna").complete(first(mill, "anna").id(), new Decision(false));
        assertEquals("not approved", started.result().at("reason").text());
        assertTrue(started.history().map(event -> event.detail().at("task")).anyMatch(Data.of("release")::equals));
    }

    @Test
    void an_order_without_money_ends_after_two_weeks_although_the_engine_stops_meanwhile(TestEngine engine) {
        Case started = engine.mill().start("order", order("A-3", "DE", "10"), "A-3");
        engine.advance(Duration.ofDays(10));
        engine.restart();
        engine.advance(Duration.ofDays(5));
        assertEquals("released", engine.mill().find(started.id()).result().at("state").text());
    }

    @Test
    void slow_work_goes_up_level_by_level(Millrace mill, TestEngine engine) {
        Order order = order("A-4", "DE", "10");
        mill.start("order", order, order.number());
        pay(engine, order);
        engine.advance(Duration.ofHours(5));
        assertEquals(1, mill.worklist("carla").size());
        assertEquals(0, mill.worklist("dora").size());
        engine.advance(Duration.ofHours(24));
        assertEquals(1, mill.worklist("dora").size());
    }

    @Test
    void a_failing_carrier_is_tried_again_but_not_for_an_address_that_does_not_exist(Millrace mill, TestEngine engine) throws Exception {
        Case swiss = packed(engine, order("A-5", "CH", "10"));
        engine.advance(Duration.ofMinutes(1));
        mill.complete(carrier.take(), "P-5");
        assertEquals("P-5", swiss.result(Duration.ofSeconds(10)).at("parcel").text());

        Case antarctic = packed(engine, order("A-6", "AQ", "10"));
        assertEquals(1, mill.count(CaseQuery.ofProcess("order").onlyIncidents()), "one attempt, then an operator decides");
        mill.operator().fail(antarctic.work().getFirst().id(), "the address is wrong");
        assertEquals("the address is wrong", antarctic.result(Duration.ofSeconds(10)).at("reason").text());
    }

    private static Case packed(TestEngine engine, Order order) {
        Millrace mill = engine.mill();
        Case started = mill.start("order", order, order.number());
        pay(engine, order);
        mill.as("ben").complete(first(mill, "ben").id(), Data.fields("boxes", 1));
        engine.quiet();
        return started;
    }

    @Test
    void orders_are_found_counted_asked_and_signalled(Millrace mill, TestEngine engine) {
        mill.start("order", order("B-1", "DE", "10"), "B-1");
        mill.start("order", order("B-2", "FR", "200"), "B-2");
        Case third = mill.startWithSignal("order", order("B-3", "DE", "90"), "B-3", Orders.PAID, new Payment(BigDecimal.TEN, "DE-2"));
        engine.quiet();
        CaseQuery german = CaseQuery.ofProcess("order").inState(CaseStatus.RUNNING).where("country", "DE").whereBetween("amount", 5, 100);
        assertEquals(List.of("B-3", "B-1"), mill.cases(german.orderedBy("amount").descending()).map(CaseInfo::key).toList());
        assertEquals(3, mill.count(CaseQuery.ofProcess("order")));
        assertEquals("the goods", third.ask("missing", String.class));
        Case second = mill.findByKey("order", "B-2").orElseThrow();
        assertEquals("the money", second.ask("missing", String.class));
        second.signal(Orders.PAID, new Payment(BigDecimal.ONE, "FR-1"));
        assertEquals("the goods", second.ask("missing", String.class));
        assertEquals(2, second.data().at("items").asList(Item.class).size());
        engine.quiet();
        assertEquals(List.of("pack", "pack"), mill.work(WorkQuery.forRole("clerk")).map(ListedWork::item).map(WorkItem::task).toList());
        assertThrows(RefusedException.class, () -> mill.count(CaseQuery.ofProcess("order").where("town", "Ulm")));
        assertThrows(RefusedException.class, () -> mill.start("order", order("B-1", "DE", "10"), "B-1"), "the key is in use");
    }

    @Test
    void many_orders_are_migrated_tried_again_and_cancelled(Millrace mill, TestEngine engine) {
        for (int i = 0; i < 20; i++) {
            mill.start("order", order("C-" + i, "DE", "10"), "C-" + i);
        }
        engine.deploy(Orders.order().version(2).upgradeFrom(1, slots -> slots.with("currency", "EUR")));
        assertEquals(List.of(1, 2), mill.versions("order").stream().map(ProcessVersion::number).toList());
        List<Long> progress = new ArrayList<>();
        Commands.Report moved = mill.operator().migrateAll(CaseQuery.ofProcess("order"), 2, Data.fields(), soFar -> progress.add(soFar.done()));
        assertEquals(20, moved.done(), () -> moved.refused().toString());
        assertEquals(20, progress.getLast());
        assertEquals("EUR", mill.findByKey("order", "C-7").orElseThrow().data().at("currency").text());
        assertEquals(0, mill.operator().retryAll(CaseQuery.ofProcess("order"), soFar -> {}).total());
        assertEquals(20, mill.operator().because("the shop closes").cancelAll(CaseQuery.ofProcess("order"), soFar -> {}).done());
        assertEquals(20, mill.count(CaseQuery.ofProcess("order").inState(CaseStatus.CANCELLED)));
    }

    @Test
    void an_order_comes_every_morning(TestEngine engine) {
        Data standing = Data.fields("number", "S", "country", "DE", "amount", 5, "items", List.of());
        Case daily = engine.mill().schedule("milk", Schedule.cron("0 6 * * *").in("Europe/Berlin").catchUp(Schedule.CatchUp.LAST), "order", standing);
        engine.advance(Duration.ofDays(3));
        assertEquals(3, engine.mill().count(CaseQuery.ofProcess("order")));
        engine.mill().operator().cancel(daily.id());
        engine.advance(Duration.ofDays(3));
        assertEquals(3, engine.mill().count(CaseQuery.ofProcess("order")));
    }

    /** Without the test kit: a directory, two lives of an engine, and the real clock. */
    @Test
    void an_order_goes_on_in_the_next_life_of_the_engine(@TempDir Path directory) throws Exception {
        Order order = order("D-1", "DE", "10");
        try (Millrace mill = shop(directory)) {
            mill.start("order", order, order.number());
        }
        try (Millrace mill = shop(directory)) {
            mill.signal(Orders.PAID, "D-1", new Payment(order.amount(), "DE-1"));
            mill.whenQuiet().join();
            mill.participant("ben", "clerk").as("ben").complete(first(mill, "ben").id(), Data.fields());
            mill.complete(carrier.take(), "P-9");
            assertEquals("P-9", mill.findByKey("order", "D-1").orElseThrow().result(Outcome.class).parcel());
        }
    }

    private Millrace shop(Path directory) {
        Millrace mill = Millrace.open(directory);
        mill.deploy(Orders.invoice());
        mill.deploy(Orders.order());
        Orders.equip(mill, carrier);
        return mill;
    }
}

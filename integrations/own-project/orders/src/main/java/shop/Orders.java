package shop;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.compute;
import static io.millrace.activity.Activities.fail;
import static io.millrace.activity.Activities.nothing;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.parallelEach;
import static io.millrace.activity.Activities.process;
import static io.millrace.activity.Activities.repeatUntil;
import static io.millrace.activity.Activities.scope;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.signal;
import static io.millrace.activity.Activities.sleep;
import static io.millrace.activity.Activities.when;
import static io.millrace.activity.Activities.work;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.data.SignalType;
import io.millrace.work.Deadline;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Work;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Queue;

/** The orders of a shop: what an order is, how it runs, and the programs that take part in it. */
public final class Orders {
    private Orders() {}

    public record Item(String article, int count) {}

    public record Order(String number, String country, BigDecimal amount, List<Item> items) {}

    public record Payment(BigDecimal amount, String from) {}

    public record Picked(String article, int count) {}

    public record Decision(boolean approved) {}

    public record Outcome(String state, BigDecimal total, String parcel) {}

    /** Thrown by the carrier's program when no attempt can help. */
    public static final class NoSuchAddress extends Exception {
        private static final long serialVersionUID = 1;

        public NoSuchAddress(String country) {
            super("there is no address in " + country);
        }
    }

    /** Money has come for an order; its key is the number of the order. */
    public static final SignalType<Payment> PAID = SignalType.of("paid", Payment.class);

    private static final RetryPolicy PATIENT = RetryPolicy.attempts(5)
            .backoff(Duration.ofSeconds(2), 2, Duration.ofMinutes(1))
            .jitter(0.2)
            .notOn(NoSuchAddress.class);

    private static final Deadline SLOW = Deadline.escalate(Duration.ofHours(4), "lead")
            .then(Deadline.escalate(Duration.ofHours(24), "director"));

    /**
     * Every article is picked by itself; meanwhile the money comes, with a reminder a day until then. Large orders are
     * approved by one person and packed by another. The carrier answers when it wants to. What was reserved is given
     * back if the order fails or takes longer than two weeks.
     */
    public static ActivityProcess order() {
        return ActivityProcess.named("order", scope(
                                scope(call("reserve").input("number", "items").result("reservation"))
                                        .compensate(call("release").input("number").result("released")),
                                parallel(
                                        parallelEach("items", "item", call("pick").input("item").result("picked")),
                                        sequence(
                                                signal(PAID).keyFrom("number").result("payment"),
                                                compute("total", slots -> slots.at("payment").at("amount")))),
                                when(slots -> slots.at("amount").number().compareTo(BigDecimal.valueOf(1000)) >= 0)
                                        .then(work("approve").role("clerk").input("number", "amount").result("decision"))
                                        .otherwise(set("decision", Data.fields("approved", true))),
                                when("decision.approved").then(nothing()).otherwise(fail("not approved")),
                                work("pack").role("clerk").notBy("approve").input("items").deadline(SLOW).result("packed"),
                                process("invoice").input("number", "total").result("invoice"),
                                call("ship").input("number", "country").retry(PATIENT).result("parcel"),
                                set("state", "shipped"))
                        .timeout(Duration.ofDays(14))
                        .onFailure("reason", set("state", "released")))
                .input(Shape.of(Order.class))
                .outputs("state", "total", "parcel", "reason")
                .attributes("amount", "country", "state")
                .uniqueKey()
                .question("missing", slots -> slots.at("payment").isNothing() ? "the money" : "the goods");
    }

    /** A process of its own, so that it can change by itself: it is sent until the customer's server takes it. */
    public static ActivityProcess invoice() {
        return ActivityProcess.named("invoice", sequence(
                        set("sent", false),
                        repeatUntil(
                                "sent",
                                call("send").input("number", "total").result("sent"),
                                when("sent").then(nothing()).otherwise(sleep(Duration.ofMinutes(10))))))
                .outputs("number", "sent");
    }

    /** The programs. The carrier is asked here and answers by the token that is put into its letter box. */
    public static void equip(Millrace mill, Queue<String> carrier) {
        mill.on("reserve", Order.class, order -> order.items().size() + " articles for " + order.number());
        mill.on("release", work -> true);
        mill.on("pick", work -> {
            Item item = work.in("item").as(Item.class);
            return new Picked(item.article(), item.count());
        });
        mill.on("send", work -> work.attempt() > 0);
        mill.on("ship", work -> {
            String country = work.in("country").text();
            if (country.equals("AQ")) {
                throw new NoSuchAddress(country);
            }
            if (country.equals("CH") && work.attempt() < 3) {
                throw new IllegalStateException("the customs office is closed");
            }
            carrier.add(work.token());
            return Work.LATER;
        });
    }
}

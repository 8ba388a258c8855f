package io.millrace.examples;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.scope;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.signal;
import static io.millrace.activity.Activities.work;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Shape;
import io.millrace.data.SignalType;
import io.millrace.work.Deadline;
import io.millrace.work.RetryPolicy;
import java.io.FileNotFoundException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * The order process of the guide: an order is reserved, paid, approved, packed by another person, and shipped; the reservation is undone if
 * the customer does not pay.
 */
public final class Orders {
    private Orders() {}

    /** One line of an order. */
    public record Item(String article, int count) {}

    /** The input of a case. */
    public record Order(String number, BigDecimal amount, List<Item> items) {}

    /** The message of the bank. */
    public record Payment(BigDecimal amount, String from) {}

    /** The request to the warehouse. */
    public record Reservation(String number, List<Item> items) {}

    /** The request to the carrier. */
    public record Parcel(String number) {}

    /** The result of a case. */
    public record Outcome(String state, String parcel) {}

    /** The payment of an order has arrived; the correlation key is the number of the order. */
    public static final SignalType<Payment> PAID = SignalType.of("paid", Payment.class);

    private static final RetryPolicy CARRIER = RetryPolicy.attempts(5)
            .backoff(Duration.ofSeconds(2), 2, Duration.ofMinutes(1))
            .jitter(0.2)
            .notOn(FileNotFoundException.class);

    private static final Deadline SLOW = Deadline.escalate(Duration.ofHours(4), "lead")
            .then(Deadline.escalate(Duration.ofHours(24), "director"));

    /** The definition. */
    public static ActivityProcess process() {
        return ActivityProcess.named("order", sequence(
                        scope(
                                        scope(call("reserve").input("number", "items").result("reservation"))
                                                .compensate(call("release").input("number").result("released")),
                                        signal(PAID).keyFrom("number").result("payment"),
                                        work("approve").role("clerk").input("number", "amount").result("approval"),
                                        work("pack").role("clerk").notBy("approve").input("items").deadline(SLOW).result("packed"),
                                        call("ship").input("number").retry(CARRIER).result("parcel"),
                                        set("state", "shipped"))
                                .timeout(Duration.ofDays(14))
                                .onFailure("reason", set("state", "released"))))
                .input(Shape.of(Order.class))
                .outputs("state", "parcel", "reason")
                .attributes("amount", "state")
                .uniqueKey()
                .question("missing", slots -> slots.at("payment").isNothing() ? "the money" : "the goods");
    }

    /** Registers the handlers of the process. */
    public static void equip(Millrace mill) {
        mill.on("reserve", Reservation.class, asked -> asked.items().size() + " articles for " + asked.number());
        mill.on("release", Reservation.class, asked -> true);
        mill.on("ship", Parcel.class, (parcel, work) -> "P-" + parcel.number() + "-" + work.attempt());
    }
}

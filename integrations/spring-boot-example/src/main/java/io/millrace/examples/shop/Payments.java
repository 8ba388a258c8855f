package io.millrace.examples.shop;

import io.millrace.spring.TaskHandler;
import io.millrace.work.Work;
import org.springframework.stereotype.Component;

/** Takes the money. The id of the work item goes along, so a call that is repeated is not paid twice. */
@Component
class Payments {
    record Order(String customer, int amount) {}

    record Receipt(String customer, int paid, String reference) {}

    @TaskHandler("pay")
    Receipt pay(Order order, Work work) {
        return new Receipt(order.customer(), order.amount(), work.id().toString());
    }
}

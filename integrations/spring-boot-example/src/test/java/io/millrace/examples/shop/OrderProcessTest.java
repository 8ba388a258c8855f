package io.millrace.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.spring.test.MillraceTest;
import io.millrace.testkit.ManualTime;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

/** The process with its handler, without the rest of the application. */
@MillraceTest
class OrderProcessTest {
    @Autowired
    private Millrace mill;

    @Autowired
    private ManualTime time;

    @Autowired
    private ApplicationContext context;

    @Test
    void a_checked_order_is_paid() {
        assertThat(context.getBeanNamesForType(Orders.class)).isEmpty();
        assertThat(time.now()).isEqualTo(ManualTime.START);
        Case order = mill.start("order", Data.fields("customer", "Joe", "amount", 7));
        mill.as("ann").complete(mill.worklist("ann").getFirst().id(), Data.fields("approved", true));
        assertThat(order.result().at("receipt").at("paid").asInt()).isEqualTo(7);
    }
}

package io.millrace.examples.shop;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;

import io.millrace.activity.ActivityProcess;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Starts the shop on the loopback interface, port 8085 unless {@code server.port} says otherwise. */
@SpringBootApplication
public class ShopApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(ShopApplication.class, arguments);
    }

    /** A clerk checks an order, then it is paid. */
    @Bean
    ActivityProcess order() {
        return ActivityProcess.named("order", sequence(
                work("check").role("clerk").input("customer", "amount").result("check"),
                call("pay").input("customer", "amount").result("receipt")));
    }
}

package io.millrace.examples;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import java.nio.file.Path;

/** The program of the README: one case, one person, one handler. */
public final class FirstCase {
    private FirstCase() {}

    public static void main(String[] arguments) {
        // tag::readme
        var claim = ActivityProcess.named("claim", sequence(
                work("review").role("adjuster").input("amount").result("review"),
                call("pay").input("amount").result("payment")));
        try (var mill = Millrace.open(Path.of(arguments[0]))) {
            mill.deploy(claim);
            mill.on("pay", work -> Data.fields("paid", work.in("amount")));
            mill.participant("anna", "adjuster");
            var first = mill.start("claim", Data.fields("amount", 120));
            mill.as("anna").complete(mill.worklist("anna").getFirst().id(), Data.fields("approved", true));
            System.out.println(first.result());
        }
        // end::readme
    }
}

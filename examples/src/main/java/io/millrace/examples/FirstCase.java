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

    /** Takes the directory of a new or existing journal; each run adds a case. */
    public static void main(String[] arguments) {
        run(Path.of(arguments.length == 0 ? "journal" : arguments[0]));
    }

    // The lines between the markers stand in the README.
    static void run(Path journal) {
        // begin readme
        var claim = ActivityProcess.named("claim", sequence(
                work("review").role("adjuster").input("amount").result("review"),
                call("pay").input("amount").result("payment")));
        try (var mill = Millrace.open(journal)) {
            mill.deploy(claim);
            mill.on("pay", work -> Data.fields("paid", work.in("amount"))).participant("anna", "adjuster");
            var first = mill.start("claim", Data.fields("amount", 120));
            mill.as("anna").complete(mill.worklist("anna").getFirst().id(), Data.fields("approved", true));
            System.out.println(first.result());
        }
        // end readme
    }
}

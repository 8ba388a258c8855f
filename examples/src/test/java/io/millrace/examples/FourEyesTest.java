package io.millrace.examples;

import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.event.Significant;
import io.millrace.id.WorkId;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FourEyesTest {
    @Test
    void who_pays_before_the_approval_waits_for_it() {
        Gate fourEyes = (state, event, now) ->
                event instanceof Significant.WorkCompleted done && done.item().task().equals("pay") && state.data().at("approved").isNothing()
                        ? new Gate.Delay("'approve' comes first")
                        : Gate.Verdict.ACCEPT;
        Millrace mill = Millrace.builder().gate(fourEyes).open();
        try (mill) {
            mill.deploy(ActivityProcess.named("bill", parallel(work("pay").result("paid"), work("approve").result("approved"))));
            Case bill = mill.start("bill");
            Answer early = mill.operator().ask(new Command.Complete(new WorkId(bill.id(), 1), Data.of(120), 0)).join();
            assertThat(early).isInstanceOfSatisfying(
                    Answer.Delayed.class, delayed -> assertThat(delayed.problem().message()).contains("'approve' comes first"));
            mill.operator().complete(new WorkId(bill.id(), 2), Data.of("anna"));
            assertThat(bill.result()).isEqualTo(Data.fields("paid", 120, "approved", "anna"));
        }
    }
}

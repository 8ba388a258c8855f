package io.millrace.examples;

import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.algebra.run.RuledLanguage;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RulesTest {
    @Test
    void a_java_process_runs_under_rules() {
        try (Millrace mill = Millrace.builder().open()) {
            mill.deploy(RuledLanguage.with(
                    ActivityProcess.named("bill", parallel(work("pay").result("paid"), work("approve").result("approved"))),
                    "dep four_eyes: pay:complete <= approve:complete;"));
            Case bill = mill.start("bill");
            Answer early = mill.operator().ask(new Command.Complete(new WorkId(bill.id(), 1), Data.of(120), 0)).join();
            assertThat(early).isInstanceOfSatisfying(
                    Answer.Delayed.class, delayed -> assertThat(delayed.problem().message()).contains("four_eyes"));
            mill.operator().complete(new WorkId(bill.id(), 2), Data.of("anna"));
            assertThat(bill.result()).isEqualTo(Data.fields("paid", 120, "approved", "anna"));
        }
    }
}

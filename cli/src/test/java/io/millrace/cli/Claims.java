package io.millrace.cli;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.signal;
import static io.millrace.activity.Activities.sleep;
import static io.millrace.activity.Activities.work;

import io.millrace.Millrace;
import io.millrace.ProcessProvider;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.language.Compiled;
import java.time.Duration;

/** A process for the tests of {@code play} and {@code run}. */
public final class Claims implements ProcessProvider {
    @Override
    public Compiled<?> process() {
        return ActivityProcess.named(
                "test-claims",
                sequence(
                        parallel(work("review").role("adjuster"), work("inspect")),
                        call("pay"),
                        sleep(Duration.ofDays(2)),
                        signal("confirmed"),
                        work("close")));
    }

    @Override
    public void equip(Millrace mill) {
        mill.on("pay", work -> Data.fields("paid", true));
    }
}

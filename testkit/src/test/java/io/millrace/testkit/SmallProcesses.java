package io.millrace.testkit;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;

import io.millrace.Millrace;
import io.millrace.ProcessProvider;
import io.millrace.data.Shape;
import io.millrace.kernel.Steps.Step;
import io.millrace.kernel.Steps;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.work.Performers;
import io.millrace.work.Task;
import java.time.Duration;
import java.util.List;

/** The processes that the scenarios of these tests name. */
public final class SmallProcesses {
    private SmallProcesses() {}

    /** People review, a handler pays. */
    public static final class Claim implements ProcessProvider {
        @Override
        public Compiled<?> process() {
            return Steps.of(
                    "claim", people("review", task -> task.offeredTo(Performers.role("adjuster"))), handler("pay"));
        }
    }

    /** The same with a step at the end. */
    public static final class LongerClaim implements ProcessProvider {
        @Override
        public String name() {
            return "longer-claim";
        }

        @Override
        public Compiled<?> process() {
            return Steps.of(
                    "claim",
                    people("review", task -> task.offeredTo(Performers.role("adjuster"))),
                    handler("pay"),
                    people("archive"));
        }
    }

    /** Three at once, of which two are alike. */
    public static final class Trip implements ProcessProvider {
        @Override
        public Compiled<?> process() {
            List<Task> bookings = List.of(Task.people("flight"), Task.people("hotel"), Task.people("hotel"));
            return Steps.of("trip", new Step.Together(bookings), people("pay for it"));
        }
    }

    /** Waits for days, then for a signal. */
    public static final class Order implements ProcessProvider {
        @Override
        public Compiled<?> process() {
            return Steps.of(
                    "order",
                    new Step.Wait(Duration.ofDays(2)),
                    people("remind"),
                    new Step.Wait(Duration.ofHours(1)),
                    new Step.Await("paid", "number"),
                    people("ship"));
        }
    }

    /** A claim in another process; comes with a handler of its own. */
    public static final class Insurance implements ProcessProvider {
        @Override
        public Compiled<?> process() {
            return Steps.of("insurance", Steps.process("settle", "claim"), people("close"));
        }

        @Override
        public void equip(Millrace mill) {
            mill.deploy(new Claim().process());
            mill.on("pay", work -> "paid");
        }
    }

    /** At most one case for each key. */
    public static final class Keyed implements ProcessProvider {
        @Override
        public Compiled<?> process() {
            return Steps.of(new Contract("keyed", Shape.any(), true, List.of()), people("do"));
        }
    }

    /** Breaks until somebody mends it. */
    public static final class Broken implements ProcessProvider {
        @Override
        public Compiled<?> process() {
            return Steps.of("broken", people("begin"), new Step.Throw("worn out"), people("end"));
        }
    }
}

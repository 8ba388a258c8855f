package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.logic.Prolog;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Term;
import org.junit.jupiter.api.Test;

class InterruptTest {
    @Test
    void a_run_that_never_ends_ends_when_it_is_interrupted_and_the_machine_goes_on() {
        Machine machine = new Machine(Prolog.standard(), Library.NONE, Limits.GENEROUS);
        machine.interrupt();
        Stop stop = catchThrowableOfType(Stop.class, () -> machine.once(goal("catch((repeat, fail), _, true)")));
        assertThat(stop.reason()).isEqualTo(Stop.Reason.INTERRUPT);
        assertThat(machine.once(goal("X = 1, X == 1"))).isTrue();
    }

    private static Term goal(String text) {
        return Reader.term(text, Operators.iso(), Flags.iso()).term();
    }
}

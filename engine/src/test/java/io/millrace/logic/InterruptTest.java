package io.millrace.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

class InterruptTest {
    @Test
    void a_run_that_never_ends_ends_when_it_is_interrupted_and_the_machine_goes_on() {
        Machine machine = new Machine(Program.standard(), Library.NONE, Limits.GENEROUS);
        machine.interrupt();
        Stop stop = catchThrowableOfType(Stop.class, () -> machine.once(goal("catch((repeat, fail), _, true)")));
        assertThat(stop.reason()).isEqualTo(Stop.Reason.INTERRUPT);
        assertThat(machine.once(goal("X = 1, X == 1"))).isTrue();
    }

    private static Term goal(String text) {
        return Reader.term(text, Operators.iso(), Flags.iso()).term();
    }
}

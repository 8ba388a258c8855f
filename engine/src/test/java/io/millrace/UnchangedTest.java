package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Commands that act only on what their sender has seen. */
class UnchangedTest {
    private static Case counting(Millrace mill) {
        mill.deploy(ActivityProcess.named("count", Activities.work("look")));
        return mill.start("count", Data.fields("n", 0));
    }

    @Test
    void nobody_overwrites_what_they_have_not_seen() throws InterruptedException {
        try (Millrace mill = Millrace.inMemory()) {
            Case counted = counting(mill);
            int each = 50;
            AtomicInteger refused = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int done = 0; done < each; ) {
                        long turn = counted.turn();
                        Data next = Data.of(counted.data().at("n").asInt() + 1);
                        Answer answer = mill.operator().ifLast(turn).ask(new Command.ChangeData(counted.id(), "n", next)).join();
                        if (answer instanceof Answer.Done) {
                            done++;
                        } else {
                            refused.incrementAndGet();
                        }
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(counted.data().at("n").asInt()).isEqualTo(4 * each);
        }
    }

    @Test
    void a_command_on_an_older_state_is_refused_and_changes_nothing() {
        try (Millrace mill = Millrace.inMemory()) {
            Case counted = counting(mill);
            long seen = counted.turn();
            mill.operator().changeData(counted.id(), "n", Data.of(7));
            assertThatThrownBy(() -> mill.operator().ifLast(seen).cancel(counted.id())).hasMessageContaining(Code.CHANGED_MEANWHILE.id());
            assertThat(mill.operator().ifLast(seen).plan(new Command.CancelCase(counted.id(), "late")).join().isPossible()).isFalse();
            assertThat(counted.status().isOpen()).isTrue();
            mill.operator().ifLast(counted.turn()).cancel(counted.id());
            assertThat(counted.status().isOpen()).isFalse();
        }
    }

    @Test
    void a_repeat_of_a_request_is_answered_as_the_first_was() {
        try (Millrace mill = Millrace.inMemory()) {
            Case counted = counting(mill);
            Commands once = mill.operator().request("r-1").ifLast(counted.turn());
            once.changeData(counted.id(), "n", Data.of(7));
            once.changeData(counted.id(), "n", Data.of(7));
            assertThat(counted.data().at("n").asInt()).isEqualTo(7);
        }
    }
}

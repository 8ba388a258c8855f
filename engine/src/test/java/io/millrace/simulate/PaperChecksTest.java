package io.millrace.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.problem.RefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found out about a process of facts before its first case. */
class PaperChecksTest {
    private static final String ORDERS = PaperHistoryTest.orders();

    private static void deploy(String source) {
        Simulation.of(PaperHistoryTest.process("orders", source)).run();
    }

    @Test
    void the_order_study_is_complete() {
        deploy(ORDERS);
    }

    @Test
    void a_condition_that_nothing_initiates_is_refused() {
        assertThatThrownBy(() -> deploy(ORDERS.replace("initiates(select(Order, Way), selection(Order, Way)).", "")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("nothing initiates selection(")
                .hasMessageContaining("'arrange_shipping' waits")
                .hasMessageContaining("MR-3043");
    }

    @Test
    void a_condition_that_no_event_can_make_true_is_refused() {
        assertThatThrownBy(() -> deploy(ORDERS.replace("initiates(select(Order, Way), selection(Order, Way)).", "initiates(select(EID), selection(EID,air)).")))
                .hasMessageContaining("surface)");
    }

    @Test
    void a_varying_activity_without_an_end_event_is_refused() {
        assertThatThrownBy(() -> deploy(ORDERS.replace("end_event(act(package, Order), finish_packing(Order)).", "")))
                .hasMessageContaining("no event ends the varying activity 'package'");
    }

    @Test
    void a_process_that_was_allowed_runs_all_the_same() {
        Outcome outcome = Simulation.of(PaperHistoryTest.process("orders", ORDERS.replace("end_event(act(package, Order), finish_packing(Order)).", "")))
                .events(List.of(new ExternalEvent(HistoryText.read("submit(o1)"), 1, io.millrace.data.Data.nothing())))
                .allowUnsound()
                .run();
        assertThat(outcome.figures().started()).isEqualTo(1);
    }
}

package io.millrace.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.activity.ActivityProcess;
import io.millrace.activity.Activities;
import io.millrace.language.Compiled;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Processes of any language in simulated time, under models. */
class SimulationRunsTest {
    private static final String DESK = "initial_activity(serve). final_activity(serve). role(serve, clerk).";

    private static Compiled<?> desk() {
        return PaperHistoryTest.process("desk", DESK);
    }

    private static Model model(String facts) {
        return Model.read("model.pl", facts);
    }

    @Test
    void a_single_queue_behaves_as_theory_says() {
        // M/M/1 with a load of 0.8: on average 4 in the system of whom 3.2 wait, for 40 of 50 seconds.
        Outcome outcome = Simulation.of(desk())
                .with(model("arrivals(desk, exponential(12.5), 200000). agents(clerk, 1). duration(serve, exponential(10))."))
                .run();
        assertThat(outcome.figures().completed()).isEqualTo(200_000);
        assertThat(outcome.figures().utilisation()).isCloseTo(0.8, within(0.01));
        assertThat(outcome.figures().waited()).isCloseTo(40, within(3.0));
        assertThat(outcome.figures().queue()).isCloseTo(3.2, within(0.25));
        assertThat(outcome.figures().cycle()).isCloseTo(50, within(3.0));
    }

    @Test
    void a_run_follows_from_its_seed() {
        Simulation simulation = Simulation.of(desk())
                .with(model("arrivals(desk, exponential(5), 50). agents(clerk, 2). duration(serve, lognormal(8, 3))."))
                .history();
        assertThat(simulation.seed(7).run()).isEqualTo(simulation.seed(7).run());
        assertThat(simulation.seed(7).run().history()).isNotEqualTo(simulation.seed(8).run().history());
    }

    @Test
    void people_work_in_their_hours_only() {
        // A Monday at 8:00. Two hours of work that come at 16:00 are done at 10:00 of the next day.
        Outcome outcome = Simulation.of(desk())
                .with(model("begin('2026-01-05T08:00:00Z'). arrivals(desk, 8h, 1). agents(clerk, 1). duration(serve, 2h)."
                        + " hours(mon-fri, 9:00-17:00). cost(clerk, 30)."))
                .run();
        assertThat(outcome.figures().cycle()).isEqualTo(18 * 3_600.0);
        assertThat(outcome.workers().values()).extracting(Outcome.OfWorker::busy).containsExactly(7_200.0);
        assertThat(outcome.figures().cost()).isEqualTo(60);
    }

    @Test
    void agents_of_a_pool_keep_their_hours_too() {
        String orders = PaperHistoryTest.orders();
        Outcome outcome = Simulation.of(PaperHistoryTest.process("orders", orders))
                .with(model("hours(agent1, thu, 10:00-11:00)."))
                .events(ExternalEvent.read("e", "[[\"submit(o1)\", 1]]"))
                .history()
                .run();
        assertThat(outcome.history()).anyMatch(entry -> entry.event().startsWith("assign(agent1,") && entry.t() == 36_000);
    }

    @Test
    void data_is_drawn_and_decides() {
        String net = "initial_activity(look). xor_split(look, [(buy, data(amount, A), A > 50), (leave, otherwise)]). final_activity(buy). final_activity(leave).";
        Outcome outcome = Simulation.of(PaperHistoryTest.process("shop", net))
                .with(model("arrivals(shop, 1, 4000). case_data(shop, kind, choice([1-gold, 3-plain])). gives(look, amount, whole(uniform(1, 100)))."))
                .run();
        assertThat(outcome.tasks()).hasEntrySatisfying("buy", bought -> assertThat(bought.items()).isBetween(1_850, 2_150));
    }

    @Test
    void work_fails_by_chance() {
        Outcome outcome = Simulation.of(desk()).with(model("arrivals(desk, 1, 1000). fails(serve, 0.25).")).run();
        assertThat(outcome.figures().failed()).isBetween(200L, 300L);
        assertThat(outcome.figures().completed() + outcome.figures().failed()).isEqualTo(1_000);
    }

    @Test
    void processes_of_other_languages_run_in_simulated_time() {
        Compiled<?> claim = ActivityProcess.named("claim", Activities.sequence(
                Activities.work("review").role("clerk").result("review"), Activities.call("pay").result("payment")));
        Outcome outcome = Simulation.of(claim)
                .with(model("arrivals(claim, 10, 3). agents(clerk, 1). duration(review, 15). duration(pay, 2)."))
                .history()
                .run();
        assertThat(outcome.figures().completed()).isEqualTo(3);
        assertThat(outcome.seconds()).isEqualTo(10 + 3 * 15 + 2);
        assertThat(outcome.history().stream().map(Outcome.Entry::event))
                .startsWith("begin(1,claim)", "offer(review,1)", "start(review,clerk_1,1)")
                .contains("end(review,clerk_1,1)", "start(pay,nobody,1)", "end(pay,nobody,1)", "complete(1)");
    }

    @Test
    void programs_of_workflow_prolog_run_too() {
        String program = ":- rpc(clerk, hello, X), done(X).\ndone(X) :- replycontent(X, _) : true.\n";
        Compiled<?> process = new io.millrace.prolog.WorkflowProlog().compile("greet", "greet.pl", program);
        Outcome outcome = Simulation.of(process).with(model("arrivals(greet, 10, 3). duration(clerk, 5).")).run();
        assertThat(outcome.figures().started()).isEqualTo(3);
        assertThat(outcome.figures().items()).isEqualTo(3);
    }

    @Test
    void variants_are_compared_with_confidence() {
        Map<String, Simulation> variants = new LinkedHashMap<>();
        for (int clerks = 1; clerks <= 2; clerks++) {
            variants.put(clerks + " clerks", Simulation.of(desk()).with(model(
                    "arrivals(desk, exponential(12.5), 2000). agents(clerk, " + clerks + "). duration(serve, exponential(10)). cost(clerk, 20).")));
        }
        Comparison comparison = Comparison.of(variants, 1, 8);
        Estimate one = comparison.variants().get(0).estimate(Comparison.Figure.CYCLE);
        Estimate two = comparison.variants().get(1).estimate(Comparison.Figure.CYCLE);
        assertThat(one.low()).isGreaterThan(two.high());
        assertThat(two.margin()).isPositive();
        assertThat(Chart.of("clerks", comparison)).contains("<svg", "2 clerks", "± ");
        assertThat(comparison.data().at("variants").asList()).hasSize(2);
    }

    @Test
    void another_set_of_agents_takes_the_place_of_a_process_own() {
        Simulation simulation = Simulation.of(PaperHistoryTest.process("orders", PaperHistoryTest.orders()))
                .events(ExternalEvent.read("e", PaperHistoryTest.reference(3, "intended").at("external_events").json()));
        String agents = "agents(all, 3).\n" + List.of("order_collection", "order_processing", "billing", "package", "arrange_shipping", "by_air", "surface_mail", "archive")
                .stream().map(task -> "qualified(all, act(" + task + ", _), 2).\n").reduce("", String::concat);
        Outcome outcome = simulation.with(model(agents)).run();
        assertThat(outcome.workers().keySet()).containsExactly("all_1", "all_2", "all_3");
        assertThat(outcome.figures().completed()).isEqualTo(3);
    }

    @Test
    void what_is_wrong_in_a_model_is_shown_with_its_line() {
        assertThatThrownBy(() -> model("agents(clerk, 2).\nduration(serve, often).\narrivals(desk)."))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("model.pl:2: a time is a number such as 5m")
                .hasMessageContaining("model.pl:3: this is no fact of a model")
                .hasMessageContaining("MR-5060");
    }

    @Test
    void arrivals_without_end_need_a_limit() {
        Simulation endless = Simulation.of(desk()).with(model("arrivals(desk, 10)."));
        assertThatThrownBy(endless::run).hasMessageContaining("cases arrive without end").hasMessageContaining("MR-5062");
        assertThat(endless.until(Duration.ofSeconds(100)).run().figures().started()).isEqualTo(10);
    }

    @Test
    void work_that_nobody_may_do_is_told() {
        Outcome outcome = Simulation.of(desk()).with(model("arrivals(desk, 1, 3). agents(cook, 1).")).run();
        assertThat(outcome.waiting()).containsEntry("serve", 3);
    }

    @Test
    void gantt_pictures_show_who_worked_on_what() {
        String svg = Gantt.of(PaperHistoryTest.simulated(PaperHistoryTest.reference(3, "intended")), 0);
        assertThat(svg).contains("agent5", "package o1, 4 to 12", "archive o3, 36 to 39");
    }
}

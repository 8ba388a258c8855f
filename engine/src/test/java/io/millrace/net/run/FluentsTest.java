package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Choices that speak of fluents wait until one holds (AxS3 of the event calculus paper). */
class FluentsTest {
    private static NetProcess process(String facts) {
        return (NetProcess) new NetLanguage().compile("p", facts);
    }

    private static List<String> offered(Rig rig, CaseId id) {
        return rig.work(id).stream().map(WorkItem::task).toList();
    }

    private static void complete(Rig rig, CaseId id) {
        rig.done(new Command.Complete(rig.work(id).getFirst().id(), Data.nothing(), 0));
    }

    private static void signal(Rig rig, String name, Data content) {
        rig.done(new Command.Signal(name, "", content));
        rig.rest();
    }

    @Test
    void a_task_that_only_routes_holds_its_token_until_a_way_opens() {
        String facts = """
                initial_activity(decide).
                xor_split(decide, [(yes, good), (no, bad)]).
                final_activity(yes). final_activity(no).
                routing(decide).
                good :- score(S), S > 10.
                bad :- score(S), S =< 10.
                initiates(signal(rated, Rating), score(S)) :- field(Rating, score, S).
                """;
        Rig rig = Rig.with(process(facts));
        CaseId id = rig.start("p");
        assertThat(offered(rig, id)).isEmpty();
        assertThat(rig.look(id).next()).containsExactly("'decide' waits until one of its branches is open");
        assertThat(rig.look(id).info().incident()).isNull();
        rig.restart(process(facts));
        signal(rig, "rated", Data.fields("score", 12));
        assertThat(offered(rig, id)).containsExactly("yes");
        assertThat(rig.look(id).standing().at("fluents")).isEqualTo(Data.items("score(12)"));
        complete(rig, id);
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(id)).contains("ChoiceDeferred", "FluentInitiated");
    }

    @Test
    void the_end_of_a_task_is_an_event_and_what_it_terminates_no_longer_holds() {
        Rig rig = Rig.with(process("""
                initial_activity(begin).
                and_split(begin, [left, right]).
                routing(begin).
                xor_split(left, [(a, done(right)), (b, stopped)]).
                sequential(right, join).
                xor_join([a, b, right], join).
                sequential(a, join). sequential(b, join).
                final_activity(join).
                initiates(signal(stop), stopped).
                initiates(end(right), done(right)).
                terminates(end(left), stopped).
                """));
        CaseId id = rig.start("p");
        signal(rig, "stop", Data.nothing());
        complete(rig, id);
        assertThat(offered(rig, id)).as("the end of left has terminated what the signal initiated").containsExactly("right");
        complete(rig, id);
        assertThat(offered(rig, id)).contains("a");
    }

    @Test
    void a_default_is_taken_at_once_and_a_choice_over_data_does_not_wait() {
        Rig rig = Rig.with(process("""
                initial_activity(t).
                xor_split(t, [(a, good), (b, otherwise)]).
                xor_split(b, [(c, data(x, 1)), (d, data(x, good))]).
                final_activity(a). final_activity(c). final_activity(d).
                initiates(signal(go), good).
                """));
        CaseId id = rig.start("p", Data.fields("x", 2));
        complete(rig, id);
        assertThat(offered(rig, id)).containsExactly("b");
        complete(rig, id);
        assertThat(rig.look(id).info().incident()).contains("no predicate of its XOR-split holds");
    }

    @Test
    void a_task_whose_time_is_over_waits_for_its_way_without_its_work() {
        Rig rig = Rig.with(process("""
                initial_activity(t).
                xor_split(t, [(a, good), (b, bad)]).
                final_activity(a). final_activity(b).
                timer(t, after('P1D')).
                work(t, people).
                initiates(signal(go), good).
                initiates(signal(no), bad).
                """));
        CaseId id = rig.start("p");
        rig.done(new Command.StartWork(rig.work(id).getFirst().id()));
        rig.advance(Duration.ofDays(2));
        assertThat(offered(rig, id)).isEmpty();
        signal(rig, "no", Data.nothing());
        assertThat(offered(rig, id)).containsExactly("b");
    }

    @Test
    void a_fluent_that_is_not_known_in_full_is_an_incident() {
        Rig rig = Rig.with(process("""
                initial_activity(t).
                xor_split(t, [(a, told(1)), (b, otherwise)]).
                final_activity(a). final_activity(b).
                initiates(signal(go), told(_)).
                """));
        CaseId id = rig.start("p");
        signal(rig, "go", Data.nothing());
        assertThat(rig.look(id).info().incident()).contains("what follows from signal 'go' is not clear").contains("known in full");
    }
}

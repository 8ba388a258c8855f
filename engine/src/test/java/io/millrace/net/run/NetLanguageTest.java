package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.kernel.CaseStatus;
import io.millrace.kernel.Command;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetLanguageTest {
    private static final String CLAIM = """
            initial_activity(assess).
            xor_split(assess, [(pay, small), (inspect, otherwise)]).
            sequential(inspect, pay).
            xor_join([assess, inspect], pay).
            final_activity(pay).
            gets(pay, half, H^(data(amount, A), H is A // 2)).
            small :- data(amount, A), A =< 1000.
            """;

    private static List<String> offered(Rig rig, CaseId id) {
        return rig.work(id).stream().map(WorkItem::task).toList();
    }

    private static void complete(Rig rig, CaseId id, Data output) {
        rig.done(new Command.Complete(rig.work(id).getFirst().id(), output, 0));
    }

    @Test
    void a_net_of_facts_asks_its_goals_about_the_data() {
        NetLanguage language = new NetLanguage();
        assertThat(language.reads("claim.pl", CLAIM)).isTrue();
        assertThat(language.reads("other.pl", "p :- q.")).isFalse();
        Rig rig = Rig.with(language.compile("claim", CLAIM));
        CaseId small = rig.start("claim", Data.fields("amount", 500));
        complete(rig, small, Data.nothing());
        assertThat(offered(rig, small)).containsExactly("pay");
        assertThat(rig.work(small).getFirst().input()).isEqualTo(Data.fields("half", 250));
        complete(rig, small, Data.nothing());
        assertThat(rig.look(small).info().status()).isEqualTo(CaseStatus.COMPLETED);

        CaseId large = rig.start("claim", Data.fields("amount", 5000));
        complete(rig, large, Data.nothing());
        assertThat(offered(rig, large)).containsExactly("inspect");
    }

    @Test
    void a_goal_that_cannot_be_evaluated_is_an_incident_that_says_why() {
        Rig rig = Rig.with(new NetLanguage().compile("claim", CLAIM));
        CaseId id = rig.start("claim", Data.fields("amount", "much"));
        complete(rig, id, Data.nothing());
        assertThat(rig.look(id).info().incident()).contains("task 'assess' cannot go on").contains("type_error");
        rig.done(new Command.ChangeData(id, "amount", Data.of(10)));
        assertThat(offered(rig, id)).containsExactly("pay");
    }
}

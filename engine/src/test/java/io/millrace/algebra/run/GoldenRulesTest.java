package io.millrace.algebra.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleSet;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.kernel.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What rules write is read by later versions. */
class GoldenRulesTest {
    private static final CaseId CASE = CaseId.parse("62.1");
    private static final Data DATA = Data.fields("n", 1, "who", "ann");
    private static final List<RulesEvent> OF_RULES = List.of(
            new RulesEvent.Decided("~c_book"),
            new RulesEvent.Violated("c_buy", List.of("one", "two")),
            new RulesEvent.Offered("buy", 3),
            new RulesEvent.Over("buy", DATA),
            new RulesEvent.Listening("paid", 2),
            new RulesEvent.Closing(),
            new RulesEvent.Cancelling("ill"),
            new RulesEvent.Changed("n", Data.of(2)),
            new RulesEvent.Stuck("c_buy"));

    @Test
    void every_event_of_rules_keeps_its_bytes() {
        new Golden<RulesEvent>(GoldenRulesTest.class, "rules-1.hex", (out, event) -> event.write(out), RulesEvent::read)
                .check(RulesEvent.class, OF_RULES);
    }

    @Test
    void every_event_under_rules_keeps_its_bytes() {
        new Golden<RuledEvent>(
                        GoldenRulesTest.class,
                        "ruled-1.hex",
                        (out, event) -> event.write(out),
                        in -> RuledEvent.read(in, (language, from) -> RulesEvent.read(from)))
                .check(
                        RuledEvent.class,
                        List.of(
                                new RuledEvent.OfRules(OF_RULES.getFirst()),
                                new RuledEvent.OfProcess("rules", OF_RULES.getLast()),
                                new RuledEvent.Ending(RuledEvent.Ending.How.FAILED, Data.of("no"))));
    }

    @Test
    void every_event_between_cases_keeps_its_bytes() {
        new Golden<AcrossEvent>(GoldenRulesTest.class, "across-1.hex", (out, event) -> event.write(out), AcrossEvent::read)
                .check(
                        AcrossEvent.class,
                        List.of(
                                new AcrossEvent.Wanted(CASE, 1, List.of("b1[62]")),
                                new AcrossEvent.Granted(CASE, 1),
                                new AcrossEvent.Denied(CASE, 2, "never"),
                                new AcrossEvent.Dropped(CASE, 3),
                                new AcrossEvent.Decided("~b1[62]"),
                                new AcrossEvent.Violated("b1[62]", List.of("one")),
                                new AcrossEvent.Forgotten("62.1"),
                                new AcrossEvent.Counted(CASE, "ask", 4)));
    }

    /** What was written of a case says the same when it is read: the fold of what occurred. */
    @Test
    void a_case_that_was_read_stands_where_it_stood() {
        RuleSet rules = RuleSet.of(RuleModule.read("r", """
                event s_a on a:start;
                event c_a on a:complete;
                dep d: s_a -> c_a;
                dep e: response(c_a, s_a);
                """).orRefuse());
        RulesCase state = new RulesCase(rules.start());
        OF_RULES.stream().filter(event -> !(event instanceof RulesEvent.Decided)).forEach(state::apply);
        state.apply(new RulesEvent.Decided("s_a"));
        Out out = new Out();
        state.write(out);
        RulesCase read = RulesCase.read(rules, new In(out.toBytes()));
        assertThat(read.shown()).isEqualTo(state.shown());
        assertThat(read.works).isEqualTo(state.works);
        assertThat(read.over).isEqualTo(state.over);
        assertThat(read.tickets).isEqualTo(state.tickets);
        assertThat(read.data).isEqualTo(state.data);
        assertThat(read.next()).isEqualTo(state.next());
        Out again = new Out();
        read.write(again);
        assertThat(again.toBytes()).isEqualTo(out.toBytes());
    }
}

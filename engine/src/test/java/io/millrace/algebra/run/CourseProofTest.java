package io.millrace.algebra.run;

import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.scope;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.when;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.DeployOption;
import io.millrace.Millrace;
import io.millrace.activity.Activity;
import io.millrace.activity.ActivityProcess;
import io.millrace.algebra.run.CourseReport.Verdict;
import io.millrace.journal.MemoryStore;
import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.language.Proof;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetBuilder;
import io.millrace.net.Nets;
import io.millrace.net.Specification;
import io.millrace.net.run.NetLanguage;
import io.millrace.net.run.NetProcess;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Nets and rules proved together, by hand. */
class CourseProofTest {
    private static final String SEQUENCE = """
            initial_activity(a).
            sequential(a, b).
            sequential(b, c).
            final_activity(c).
            """;

    private static final String PARALLEL = """
            initial_activity(begin).
            and_split(begin, [a, b]).
            and_join([a, b], finish).
            final_activity(finish).
            """;

    private static Compiled<?> facts(String source, String rules) {
        return RuledLanguage.with(new NetLanguage().compile("p", source), rules);
    }

    private static Compiled<?> built(NetBuilder net, String rules) {
        Net built = net.build();
        return RuledLanguage.with(NetProcess.of(Specification.of("p", built.name(), List.of(built)), null), rules);
    }

    private static CourseReport report(Compiled<?> process) {
        return Objects.requireNonNull(RuledLanguage.explored(process, 50_000));
    }

    private static List<String> told(Proof proof) {
        return proof.findings().stream().map(Finding::problem).map(problem -> problem.code() + " " + problem.message()).toList();
    }

    @Test
    void a_net_in_the_order_of_its_rule_can_end_and_needs_no_rule() {
        CourseReport report = report(facts(SEQUENCE, "dep order: b:start <= a:complete;"));
        assertThat(report.verdict()).isEqualTo(Verdict.CAN_END);
        assertThat(report.superfluous()).containsExactly("order");
        assertThat(report.unreached()).isEmpty();
    }

    @Test
    void a_net_against_the_order_of_a_rule_is_refused_with_the_way_and_the_rule() {
        Compiled<?> process = facts(SEQUENCE, "dep order: a:start <= c:complete;");
        CourseReport report = report(process);
        assertThat(report.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(report.way()).isEmpty();
        assertThat(report.rules()).containsExactly("order");
        assertThat(Objects.requireNonNull(process.proof().objection()).message())
                .isEqualTo("The rules of 'p' block its cases: from the start a case cannot end any more; rule 'order' does not permit a:start yet; "
                        + "it can happen after c:complete. Change the rule or the process, or deploy it with allowUnsound. (MR-6030)");
    }

    @Test
    void the_way_into_a_blocked_state_is_a_shortest_one() {
        CourseReport report = report(facts(SEQUENCE, "dep order: b:complete <= c:start;"));
        assertThat(report.way()).containsExactly("a:start", "a:complete", "b:start");
        assertThat(report.reason()).isEqualTo("rule 'order' does not permit b:complete yet; it can happen after c:start");
    }

    @Test
    void parallel_branches_may_be_ordered() {
        CourseReport report = report(facts(PARALLEL, "dep a_first: b:start <= a:complete;"));
        assertThat(report.verdict()).isEqualTo(Verdict.CAN_END);
        assertThat(report.superfluous()).isEmpty();
    }

    @Test
    void parallel_branches_that_wait_for_each_other_are_blocked() {
        CourseReport report = report(facts(PARALLEL, "dep one: b:start <= a:complete; dep two: a:complete <= b:start;"));
        assertThat(report.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(report.rules()).contains("one");
    }

    private static NetBuilder choice() {
        return Nets.net("n").input("i").to("begin")
                .task("begin").split(Junction.XOR).to("x", "y")
                .task("x").to("end")
                .task("y").to("end")
                .task("end").join(Junction.XOR).to("o")
                .output("o");
    }

    @Test
    void a_branch_that_is_forbidden_blocks_the_case_that_chose_it() {
        CourseReport report = report(built(choice(), "dep never: ~y:start;"));
        assertThat(report.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(report.way()).containsExactly("begin:start", "begin:complete");
        assertThat(report.rules()).containsExactly("never");
        assertThat(report.unreached()).containsExactly("y");
    }

    private static NetBuilder deferred() {
        return Nets.net("n").input("i").to("begin")
                .task("begin").to("c")
                .condition("c").to("x", "y")
                .task("x").to("end")
                .task("y").to("end")
                .task("end").join(Junction.XOR).to("o")
                .output("o");
    }

    @Test
    void a_forbidden_branch_that_others_can_take_is_only_told() {
        Compiled<?> process = built(deferred(), "dep never: ~y:start;");
        assertThat(report(process).verdict()).isEqualTo(Verdict.CAN_END);
        assertThat(process.proof().objection()).isNull();
        assertThat(told(process.proof())).anyMatch(each -> each.contains("no case of 'p' starts task 'y'"));
    }

    @Test
    void an_offer_that_was_taken_back_does_not_come_again() {
        NetBuilder loop = Nets.net("n").input("i").to("begin")
                .task("begin").join(Junction.XOR).to("c")
                .condition("c").to("again", "go")
                .task("again").to("begin")
                .task("go").to("o")
                .output("o");
        CourseReport report = report(built(loop, "dep any: go:start -> begin:complete;"));
        assertThat(report.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(report.way()).containsExactly(
                "begin:start", "begin:complete", "again:start", "again:complete", "begin:start", "begin:complete");
        assertThat(report.reason()).contains("go:start was excluded when its work was withdrawn");
    }

    private static final String UNDO = """
            event c_a on a:complete flexible;
            event c_c on c:complete flexible;
            event s_undo on undo:start triggerable;
            event c_undo on undo:complete guaranteed;
            task undo role clerk;
            assume undone: c_undo <= s_undo;
            dep undo: c_a -> c_c | s_undo;
            dep only_then: ~s_undo | c_a . s_undo & ~c_c . s_undo;
            """;

    @Test
    void a_compensation_is_begun_when_the_case_fails() {
        CourseReport report = report(facts(SEQUENCE, UNDO));
        assertThat(report.verdict()).isEqualTo(Verdict.CAN_END);
        assertThat(report.untriggered()).isEmpty();
    }

    @Test
    void a_compensation_that_never_comes_is_told() {
        CourseReport report = report(facts(SEQUENCE, """
                event s_a on a:start flexible;
                event c_b on b:complete inevitable;
                event s_undo on undo:start triggerable;
                task undo role clerk;
                dep undo: c_b -> s_a | s_undo;
                dep only_then: ~s_undo | ~s_a . s_undo;
                """));
        assertThat(report.verdict()).isEqualTo(Verdict.CAN_END);
        assertThat(report.untriggered()).containsExactly("undo");
    }

    private static NetBuilder cancelled() {
        return Nets.net("n").input("i").to("begin")
                .task("begin").split(Junction.AND).to("a", "b")
                .task("a").to("end")
                .task("b").to("slow")
                .task("slow").to("stop")
                .task("stop").to("end")
                .task("end").join(Junction.XOR).cancels("b", "slow", "stop").cancelsBetween("begin", "b").cancelsBetween("b", "slow")
                .cancelsBetween("slow", "stop").cancelsBetween("stop", "end").cancelsBetween("begin", "a").cancels("a")
                .cancelsBetween("a", "end").to("o")
                .output("o");
    }

    @Test
    void what_a_region_cancels_is_ruled_out() {
        CourseReport fine = report(built(cancelled(), "dep order: end:complete <= begin:complete;"));
        assertThat(fine.verdict()).isEqualTo(Verdict.CAN_END);
        CourseReport wants = report(built(cancelled(), """
                event s_b on b:start flexible;
                event s_end on end:complete inevitable;
                event s_undo on undo:start triggerable;
                task undo role clerk;
                dep instead: s_end -> s_b | s_undo;
                dep not_both: ~s_undo | ~s_b . s_undo;
                """));
        assertThat(wants.verdict()).isEqualTo(Verdict.CAN_END);
        assertThat(wants.untriggered()).isEmpty();
    }

    @Test
    void an_or_join_waits_for_what_the_rules_let_come() {
        NetBuilder net = Nets.net("n").input("i").to("begin")
                .task("begin").split(Junction.OR).to("a", "b")
                .task("a").to("end")
                .task("b").to("end")
                .task("end").join(Junction.OR).to("o")
                .output("o");
        assertThat(report(built(net, "dep order: a:start < b:start;")).verdict()).isEqualTo(Verdict.BLOCKED);
        CourseReport ordered = report(built(net, "dep order: ~a:complete | ~b:start | a:complete . b:start;"));
        assertThat(ordered.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(report(built(net, "dep end: end:start <= begin:complete;")).superfluous()).containsExactly("end");
    }

    @Test
    void too_many_states_are_told() {
        Compiled<?> process = facts(PARALLEL, "dep a_first: b:start <= a:complete;");
        assertThat(Objects.requireNonNull(RuledLanguage.explored(process, 3)).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void handlers_begin_by_themselves_when_they_may() {
        String handlers = PARALLEL + "work(a, handler(a)).\nwork(b, handler(b)).\n";
        assertThat(report(facts(handlers, "dep a_first: b:start <= a:complete;")).verdict()).isEqualTo(Verdict.CAN_END);
    }

    @Test
    void an_offer_that_may_not_come_holds_the_reaction_back() {
        CourseReport report = report(facts(PARALLEL, "dep later: b:offer <= a:complete;"));
        assertThat(report.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(report.way()).containsExactly("begin:start", "begin:complete");
        assertThat(report.reason()).contains("'later' does not permit b:offer");
    }

    @Test
    void a_process_of_activities_is_proved_as_far_as_it_can_be_seen() {
        Activity flow = sequence(work("begin"), parallel(work("a"), work("b")), when("good").then(work("finish")));
        String order = "dep order: b:start <= a:complete;";
        assertThat(report(RuledLanguage.with(ActivityProcess.named("p", flow), order)).verdict()).isEqualTo(Verdict.CAN_END);
        CourseReport blocked = report(RuledLanguage.with(ActivityProcess.named("p", flow), "dep order: b:start <= finish:complete;"));
        assertThat(blocked.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(blocked.way()).containsExactly("begin:start", "begin:complete");
        assertThat(blocked.rules()).containsExactly("order");
        Compiled<?> hidden = RuledLanguage.with(ActivityProcess.named("p", scope(flow)), "dep order: b:start <= finish:complete;");
        assertThat(RuledLanguage.explored(hidden, 100)).isNull();
        assertThat(hidden.proof().objection()).isNull();
    }

    @Test
    void a_process_that_its_rules_block_is_deployed_only_if_that_is_allowed() {
        Compiled<?> process = facts(SEQUENCE, "dep order: a:start <= c:complete;");
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open()) {
            assertThatThrownBy(() -> mill.operator().deploy(process)).hasMessageContaining("MR-6030").hasMessageContaining("'order'");
            assertThat(mill.operator().deploy(process, DeployOption.ALLOW_UNSOUND)).isEqualTo(1);
        }
    }
}

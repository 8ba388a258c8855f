package io.millrace.algebra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cases that the specification lists one by one. */
class EdgeCasesTest {
    static final String TRAVEL = """
            event s_buy flexible;
            event s_book flexible triggerable;
            event c_book flexible;
            event c_buy flexible;
            event s_cancel triggerable;
            dep D1: ~s_buy | s_book;
            dep D2: ~c_buy | c_book . c_buy;
            dep D3: ~c_book | c_buy | s_cancel;
            dep D4: ~s_cancel | c_book & ~c_buy;
            """;

    static RuleSet rules(String text) {
        return RuleSet.of(RuleModule.read("test.deps", text));
    }

    static RuleState walk(RuleSet set, String... literals) {
        RuleState state = set.start();
        for (String each : literals) {
            state = state.after(set.literal(each));
        }
        return state;
    }

    @Test
    void an_empty_file_is_consistent_enforceable_and_satisfied() {
        RuleSet set = rules("# nothing\n");
        assertThat(set.check().isFine()).isTrue();
        assertThat(set.check().states()).isEqualTo(1);
        assertThat(set.start().isSatisfied()).isTrue();
        assertThat(set.start().obligation()).isEqualTo("true");
        assertThat(RuleTable.of(set)).hasSize(1);
    }

    @Test
    void a_rule_that_is_true_is_redundant_and_one_that_is_false_is_inconsistent() {
        assertThat(rules("dep t: true;").check().redundant()).containsExactly("t");
        RuleReport report = rules("dep a: ~e | f; dep no: false;").check();
        assertThat(report.consistent()).isFalse();
        assertThat(report.enforceable()).isFalse();
        assertThat(report.conflict()).containsExactly("no");
        assertThat(rules("dep no: false;").start().isPossible()).isFalse();
    }

    @Test
    void a_sequence_of_an_event_with_itself_or_its_complement_is_false() {
        for (String expression : List.of("e . e", "e . ~e", "e . f . e", "~e . f . e")) {
            assertThat(rules("dep d: " + expression + ";").rules().getFirst().expr()).as(expression).isEqualTo(Expr.FALSE);
        }
    }

    @Test
    void a_decided_event_cannot_be_decided_again() {
        RuleSet set = rules(TRAVEL);
        RuleState state = walk(set, "s_buy");
        assertThat(state.isDecided(set.literal("s_buy"))).isTrue();
        assertThat(state.hasOccurred(set.literal("s_buy"))).isTrue();
        assertThat(state.hasOccurred(set.literal("~s_buy"))).isFalse();
        assertThat(state.isPermitted(set.literal("~s_buy"))).isFalse();
        assertThat(state.verdict(set.literal("s_buy"))).isEqualTo(RuleState.Verdict.REFUSE);
        assertThatThrownBy(() -> state.after(set.literal("~s_buy"))).hasMessageContaining("'s_buy' is decided");
    }

    @Test
    void an_event_or_its_complement_before_another_keeps_the_order() {
        RuleSet set = rules("dep d: (e | ~e) . f;");
        assertThat(set.rules().getFirst().expr().text(set::text)).isEqualTo("e . f | ~e . f");
        assertThat(set.start().delayed()).containsExactly("f");
        assertThat(walk(set, "~e").permitted()).containsExactly("f");
    }

    @Test
    void three_in_a_row_refuse_the_trace_in_another_order() {
        RuleSet set = rules("dep d: e . f . g;");
        assertThat(set.rules().getFirst().expr().text(set::text)).isEqualTo("e . f & f . g");
        assertThat(set.start().permitted()).containsExactly("e");
        assertThat(walk(set, "e").permitted()).containsExactly("f");
        assertThat(walk(set, "e", "f", "g").isSatisfied()).isTrue();
    }

    @Test
    void an_event_may_be_permitted_and_still_not_be_accepted() {
        RuleSet set = rules(TRAVEL);
        assertThat(set.start().permitted()).contains("s_cancel");
        assertThat(set.start().accepted()).doesNotContain("s_cancel");
        assertThat(set.start().verdict(set.literal("s_cancel"))).isEqualTo(RuleState.Verdict.DELAY);
        assertThat(walk(set, "s_cancel").isSafe()).isFalse();
        assertThat(walk(set, "s_cancel").accepted()).containsExactly("c_book");
    }

    @Test
    void rules_without_a_trace_are_inconsistent_even_if_no_simplification_shows_it() {
        RuleSet set = rules("dep d: (~a | b) & (~b | c) & (~c | a) & (a | b | c) & (~a | ~b | ~c);");
        assertThat(set.rules().getFirst().expr()).isNotEqualTo(Expr.FALSE);
        assertThat(set.check().consistent()).isFalse();
        assertThat(set.check().conflict()).containsExactly("d");
    }

    @Test
    void the_run_of_example_4() {
        RuleSet set = rules(TRAVEL);
        RuleState buying = walk(set, "s_buy");
        assertThat(buying.obligation()).isEqualTo(
                "s_book & (~c_buy | c_book . c_buy) & (~c_book | c_buy | s_cancel) & (~s_cancel | c_book & ~c_buy)");
        assertThat(buying.trigger()).containsExactly("s_book");
        assertThat(buying.delayed()).containsExactly("c_buy");
        assertThat(buying.against(set.literal("c_buy"))).containsExactly("D2");
        assertThat(buying.liftedBy(set.literal("c_buy"))).containsExactly(set.literal("c_book"));
        RuleState booked = walk(set, "s_buy", "s_book", "c_book");
        assertThat(booked.obligation()).isEqualTo("(c_buy | s_cancel) & (~s_cancel | ~c_buy)");
        assertThat(booked.closing()).isNull();
        RuleState bought = booked.after(set.literal("c_buy"));
        assertThat(bought.obligation()).isEqualTo("~s_cancel");
        assertThat(bought.required()).containsExactly("~s_cancel");
        assertThat(bought.closing()).containsExactly(set.literal("~s_cancel"));
        assertThat(bought.isSatisfied()).isFalse();
        assertThat(bought.after(set.literal("~s_cancel")).isSatisfied()).isTrue();
        RuleState failed = booked.after(set.literal("~c_buy"));
        assertThat(failed.trigger()).containsExactly("s_cancel");
    }

    @Test
    void an_immediate_event_that_breaks_a_rule_is_recorded_and_the_other_rules_are_kept() {
        RuleSet set = rules(TRAVEL);
        RuleState broken = walk(set, "c_buy");
        assertThat(broken.broken()).containsExactly("D2");
        assertThat(broken.isPermitted(set.literal("s_cancel"))).isFalse();
        assertThat(broken.isPermitted(set.literal("s_buy"))).isTrue();
        assertThat(broken.after(set.literal("c_book")).broken()).containsExactly("D2");
        assertThat(broken.isSatisfied()).isFalse();
    }

    @Test
    void joint_commitment_of_three_compensates_in_reverse_order() {
        RuleSet set = rules(Sojc.asMacro(3));
        assertThat(set.rules()).hasSize(39);
        assertThat(set.events()).isEqualTo(12);
        RuleState failed = walk(set, "t1:start", "t2:start", "t3:start", "t1:complete", "t2:complete", "~t3:complete");
        assertThat(failed.required()).contains("r1:start", "r2:start", "r1:complete", "r2:complete", "~r3:start");
        RuleState undoing = failed.after(set.literal("r1:start")).after(set.literal("r2:start"));
        assertThat(undoing.delayed()).containsExactly("r1:complete");
        assertThat(undoing.permitted()).contains("r2:complete");
        RuleState aborted = walk(set, "t1:start", "t2:start", "t3:start", "~t3:complete");
        assertThat(aborted.never()).contains("t1:complete", "t2:complete");
    }

    @Test
    void a_rule_that_would_trigger_without_end_is_refused() {
        assertThatThrownBy(() -> rules("event notify[x,y] triggerable;\ndep d: ~start[x] | notify[x,y];"))
                .isInstanceOfSatisfying(RefusedException.class, e -> {
                    assertThat(e.code()).isEqualTo(Code.RULES_UNSAFE);
                    assertThat(e).hasMessageContaining("test.deps:2:5").hasMessageContaining("'notify[x,y]' for every y");
                });
        assertThat(rules("event notify[x] triggerable; dep d: ~start[x] | notify[x];").events()).isEqualTo(2);
        assertThat(rules("event notify[x,y] triggerable; dep d: ~start[x] | ~to[x,y] | notify[x,y];").events()).isEqualTo(3);
    }

    @Test
    void a_state_is_found_again_from_what_was_written() {
        RuleSet set = rules(TRAVEL + "event ping repeating; event pong repeating; dep answer: response(ping, pong);");
        RuleState state = walk(set, "s_buy", "ping", "pong", "ping", "c_book");
        Out out = new Out();
        state.write(out);
        RuleState read = RuleState.read(set, new In(out.toBytes()));
        assertThat(read.obligation()).isEqualTo(state.obligation());
        assertThat(read.permitted()).isEqualTo(state.permitted());
        assertThat(read.accepted()).isEqualTo(state.accepted());
        assertThat(read.required()).isEqualTo(state.required()).contains("pong");
    }

    @Test
    void a_large_cluster_is_searched_instead_of_compiled() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("dep d").append(i).append(": ~e").append(i + 1).append(" | e").append(i).append(" . e").append(i + 1).append(";\n");
        }
        RuleSet set = rules(text.toString());
        assertThat(set.check().consistent()).isTrue();
        assertThat(set.check().enforceable()).isNull();
        assertThat(set.start().permitted()).contains("e0", "~e0", "~e40").doesNotContain("e1");
        assertThat(walk(set, "~e0").never()).contains("e40");
        assertThat(walk(set, "e0").permitted()).contains("e1");
    }

    @Test
    void enforceability_depends_on_who_controls_what() {
        for (Control e : Control.values()) {
            for (Control f : Control.values()) {
                String events = "event e " + e.word() + "; event f " + f.word() + "; dep d: ";
                boolean stubborn = e == Control.INEVITABLE || e == Control.IMMEDIATE;
                assertThat(rules(events + "e < f;").check().enforceable()).as("%s < %s", e, f)
                        .isEqualTo(!(stubborn && f == Control.IMMEDIATE) && !(e == Control.IMMEDIATE && f == Control.GUARANTEED)
                                && !(e == Control.INEVITABLE && f == Control.GUARANTEED) && !(e == Control.GUARANTEED && f == Control.IMMEDIATE)
                                && !(e == Control.GUARANTEED && f == Control.GUARANTEED));
            }
        }
    }

    private static void tooLarge(String text, String what) {
        assertThatThrownBy(() -> rules(text)).isInstanceOf(RefusedException.class).satisfies(
                e -> assertThat(((RefusedException) e).problem().code()).isEqualTo(Code.RULES_TOO_LARGE)).hasMessageContaining(what);
    }

    @Test
    void quantifiers_that_would_fill_the_memory_are_refused_before_they_are_spelled_out() {
        tooLarge("dep a: all i in 1..1000. all j in 1..1000. all k in 1..1000. x[i,j,k];", "more than 10000 nodes");
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            many.append("dep a").append(i).append(": all i in 1..99. all j in 1..99. x").append(i).append("[i,j];\n");
        }
        tooLarge(many.toString(), "nodes together");
    }

    @Test
    void a_large_agent_is_read_at_once_or_refused() {
        StringBuilder ring = new StringBuilder("agent a { ");
        StringBuilder chain = new StringBuilder("agent a { ");
        for (int i = 0; i < 400; i++) {
            ring.append("s").append(i).append(" -> s").append((i + 1) % 400).append(": e").append(i).append("; ");
        }
        for (int i = 0; i < 501; i++) {
            chain.append("s").append(i).append(" -> s").append(i + 1).append(": e").append(i).append("; ");
        }
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThat(rules(ring + "}").events()).isGreaterThanOrEqualTo(400));
        tooLarge(chain + "}", "501 transitions");
    }

    @Test
    void a_rule_with_too_many_alternatives_to_see_what_it_triggers_is_refused() {
        StringBuilder text = new StringBuilder("event b[x] triggerable;\ndep a: (c[x] | b[x])");
        for (int i = 0; i < 700; i++) {
            text.append(" & (e").append(i).append("[x] | f").append(i).append("[x])");
        }
        tooLarge(text + ";", "too many alternatives");
    }

    @Test
    void what_holds_of_a_rule_with_many_alternatives_is_asked_in_bounded_time() {
        StringBuilder text = new StringBuilder("dep a: e & f");
        for (int i = 0; i < 700; i++) {
            text.append(" | e").append(i).append(" & f").append(i);
        }
        RuleSet set = rules(text + ";");
        assertThat(set.start().isSatisfied()).isFalse();
        assertThat(walk(set, "e3", "f3").isSatisfied()).isTrue();
    }

    @Test
    void an_unseen_character_is_named_by_its_number() {
        assertThatThrownBy(() -> rules("dep\u00a0a: x -> y;")).hasMessageContaining("U+00A0");
        assertThatThrownBy(() -> rules("dep a: x\u202e -> y;")).hasMessageContaining("U+202E");
    }

    /** The complements that end a case come in an order that the rules want, however many there are. */
    @Test
    void many_open_events_are_closed_in_the_order_of_the_rules() {
        StringBuilder text = new StringBuilder("dep must: done;\n");
        for (int i = 0; i < 30; i++) {
            text.append("dep d").append(i).append(": done -> ~e").append(i + 1).append(" . ~e").append(i).append(";\n");
        }
        RuleSet set = rules(text.toString());
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertThat(set.start().closing()).isNull();
            RuleState done = walk(set, "done");
            int[] order = done.closing();
            assertThat(order).isNotNull().hasSize(31);
            for (int literal : order) {
                done = done.after(literal);
            }
            assertThat(done.broken()).isEmpty();
            assertThat(done.isSatisfied()).isTrue();
        });
    }
}

package io.millrace.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.problem.Code;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a file of rules may hold, and what is said about one that holds something else. */
class ReadingTest {
    private static RuleModule read(String text) {
        return RuleModule.read("r.deps", text);
    }

    private static String normal(String expression) {
        RuleSet set = EdgeCasesTest.rules("dep d: " + expression + ";");
        return set.rules().getFirst().expr().text(set::text);
    }

    private static String problem(String text) {
        List<String> all = read(text).problems().stream().map(each -> each.message().lines().findFirst().orElse("")).toList();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @Test
    void signs_bind_as_in_the_paper_and_may_be_written_in_unicode() {
        assertThat(normal("a | b & c . d")).isEqualTo("a | b & c . d");
        assertThat(normal("a ∨ b ∧ c · ¬d")).isEqualTo("a | b & c . ~d");
        assertThat(normal("(a | b) & c")).isEqualTo("(a | b) & c");
        assertThat(normal("⊤")).isEqualTo("true");
        assertThat(normal("a & ⊥")).isEqualTo("false");
    }

    @Test
    void arrows_are_short_for_expressions() {
        assertThat(normal("e < f")).isEqualTo("~e | ~f | e . f");
        assertThat(normal("e -> f")).isEqualTo("~e | f");
        assertThat(normal("e => f")).isEqualTo("~e | e . f");
        assertThat(normal("f <= e")).isEqualTo("~f | e . f");
        assertThat(normal("a -> b | c")).isEqualTo("~a | b | c");
        assertThat(normal("a & b -> c")).isEqualTo("~a | ~b | c");
        assertThat(normal("not(a . b)")).isEqualTo("~a | ~b | b . a");
        assertThat(normal("not(a | b)")).isEqualTo("~a & ~b");
    }

    @Test
    void quantifiers_over_a_domain_are_spelled_out() {
        assertThat(normal("some i in 1..3. a[i]")).isEqualTo("a[1] | a[2] | a[3]");
        assertThat(normal("all x in {North, 'south pole'}. ~a[x] | b[x]"))
                .isEqualTo("(~a[North] | b[North]) & (~a['south pole'] | b['south pole'])");
        assertThat(normal("all i in 1..2. ~a[i+1] | a[i] . a[i+1]")).isEqualTo("(~a[2] | a[1] . a[2]) & (~a[3] | a[2] . a[3])");
    }

    @Test
    void events_are_declared_with_who_controls_them_and_what_they_are_in_the_engine() {
        RuleModule module = read("""
                event c_book on book:complete flexible;
                event paid on signal payment immediate;
                event over on case:end;
                event b1[case] on t1:start [customer = data.customer.id] triggerable agent(t1);
                event s[case,ordinal] on 'ship it':offer;
                dep d: b1[x,y] -> over;
                dep e: t9:fail -> own;
                """);
        assertThat(module.problems()).isEmpty();
        assertThat(module.events()).extracting(EventType::toString)
                .containsExactly("c_book", "paid", "over", "b1[case,customer]", "s[case,ordinal]", "t9:fail", "own");
        assertThat(module.events()).extracting(each -> each.occasion().map(Occasion::toString).orElse(""))
                .containsExactly("book:complete", "signal payment", "case:end", "t1:start", "ship it:offer", "t9:fail", "");
        assertThat(module.events()).extracting(EventType::control).contains(Control.FLEXIBLE, Control.IMMEDIATE, Control.TRIGGERABLE);
        assertThat(module.events()).extracting(EventType::declared).containsExactly(true, true, true, true, true, false, false);
        EventType first = module.events().get(3);
        assertThat(first.agent()).isEqualTo("t1");
        Occasion occasion = first.occasion().orElseThrow();
        assertThat(occasion.sources().get("customer")).hasToString("data.customer.id");
        assertThat(occasion.sources().get("case")).hasToString("case");
        assertThat(module.events().get(4).occasion().orElseThrow().sources().get("ordinal")).hasToString("ordinal");
    }

    @Test
    void what_is_wrong_is_told_with_its_place() {
        assertThat(problem("dep d: a |;")).isEqualTo("r.deps:1:11: an event is expected, not ';'."
                + " Correct the marked place; docs/languages/rules.md shows the form. (MR-6010)");
        assertThat(problem("dep d: ~(a | b);")).startsWith("r.deps:1:9: '~' is allowed only before an event; write not(…) for a whole expression.");
        assertThat(problem("dep d a;")).startsWith("r.deps:1:7: ':' is expected, not 'a'.");
        assertThat(problem("\n  dap d: a;")).startsWith("r.deps:2:3: 'event', 'task', 'agent', 'dep', 'assume' or 'across' is expected, not 'dap'.");
        assertThat(problem("dep d: a -> b -> c;")).contains("a second '->' needs parentheses");
        assertThat(problem("event e flexible immediate;")).contains("these attributes exclude each other").contains("MR-6011");
        assertThat(problem("event e lazy;")).contains("'lazy' is no attribute");
        assertThat(problem("event e; event e;")).contains("declared twice");
        assertThat(problem("dep d: a; dep d: b;")).contains("two rules have the name 'd'");
        assertThat(problem("event e[x]; dep d: e;")).contains("rule 'd' mentions 'e', but the event is e[x]");
        assertThat(problem("event e repeating; dep d: e;")).contains("which is repeating");
        assertThat(problem("event e on book:explode;")).contains("what the engine reports is");
        assertThat(problem("dep d: response(a);")).contains("'response' is written response(event, event)");
        assertThat(problem("dep d: respond(a, b);")).contains("there is no named constraint 'respond'; there are absence");
        assertThat(problem("dep d: a | response(a, b);")).contains("it cannot be part of an expression");
        assertThat(problem("dep d: saga(a, b/c);")).contains("'saga' is written saga(t1/r1");
        assertThat(problem("dep d: a | all i. b[i];")).contains("needs a domain");
        assertThat(problem("dep d: a ☃ b;")).contains("the character '☃' has no meaning here");
        assertThat(problem("dep d: a \uD83D\uDE80 b;")).contains("the character U+1F680 has no meaning here");
        assertThat(problem("dep d: 'a")).contains("the quote is not closed");
        assertThat(problem("dep d: a")).contains("';' is expected, not the end of the text");
    }

    @Test
    void several_mistakes_are_all_told() {
        assertThat(read("dep a: ;\ndep b: x;\ndep c: &;\nagent t { s -> ; }\ndep d: |;").problems())
                .extracting(each -> each.message().replaceFirst("(?s)^r.deps:(\\d+:\\d+).*", "$1"))
                .containsExactly("1:8", "3:8", "4:16", "5:8");
    }

    @Test
    void hostile_texts_are_told_to_be_wrong_and_nothing_else_happens() {
        assertThat(problem("dep d: " + "(".repeat(100_000) + "a")).contains("more than 100 deep");
        assertThat(problem("dep d: " + "not(".repeat(100_000) + "a")).contains("more than 100 deep");
        assertThat(problem("dep d: " + "some x. ".repeat(100_000) + "a[x]")).contains("more than 100 deep");
        assertThat(problem("x".repeat(5_000_000))).contains("at most 4000000 are read");
        assertThat(read(";".repeat(100_000)).problems()).hasSize(50);
        String product = "(a|b).(c|d).(e|f).(g|h).(i|j).(k|l).(m|n).(o|p).(q|r).(s|t).(u|v).(w|x).(y|z)";
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> EdgeCasesTest.rules("dep d: " + product + ";")))
                .hasMessageContaining("rule 'd' has more than 10000 nodes in normal form").hasMessageContaining("MR-6012");
        String many = "a" + " | a".repeat(20_000);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> EdgeCasesTest.rules("dep d: " + many + ";"))).hasMessageContaining("MR-6012");
        StringBuilder huge = new StringBuilder();
        for (int i = 0; i < 6_000; i++) {
            huge.append("dep d").append(i).append(": a").append(i).append(" -> b").append(i).append(";\n");
        }
        assertThat(problem(huge.toString())).contains("there are 6000 rules; at most 5000 are read as one");
        StringBuilder chain = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            chain.append("dep d").append(i).append(": a").append(i + 1).append(" <= a").append(i).append(";\n");
        }
        assertThat(EdgeCasesTest.rules(chain.toString()).check().warnings()).hasSize(2).allMatch(each -> each.startsWith("It is not decided"));
        Random random = new Random(5);
        String letters = "ab ~|&.()[]{}<>=-+:;,'#/\ndep event agent saga some all in on 0123\u0000\uD800é";
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "dep d: " : "event e ");
            for (int j = random.nextInt(40); j > 0; j--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            RuleModule module = read(text.toString());
            module.problems().forEach(each -> assertThat(each.code().number()).isBetween(Code.RULES_SYNTAX.number(), Code.RULES_UNSAFE.number()));
        }
    }

    @Test
    void a_transaction_with_a_prepared_state_becomes_assumptions() {
        RuleSet set = EdgeCasesTest.rules("""
                agent buy {
                    initial -> active: start as s_buy;
                    active -> prepared: prepare immediate;
                    prepared -> committed: commit as c_buy;
                    active, prepared -> aborted: abort immediate;
                }
                """);
        assertThat(set.ruleNames()).hasSize(4).allMatch(each -> each.startsWith("agent buy: "));
        assertThat(set.rules()).allMatch(GroundRule::assumed);
        assertThat(set.start().permitted()).contains("s_buy").doesNotContain("c_buy", "buy:prepare", "buy:abort");
        assertThat(EdgeCasesTest.walk(set, "s_buy", "buy:prepare").permitted()).contains("c_buy", "buy:abort");
        assertThat(EdgeCasesTest.walk(set, "s_buy", "buy:abort").permitted()).doesNotContain("c_buy");
        assertThat(EdgeCasesTest.walk(set, "s_buy", "buy:prepare", "c_buy").permitted()).doesNotContain("buy:abort");
        assertThat(set.type(set.literal("s_buy")).occasion()).hasToString("Optional[buy:start]");
        assertThat(set.check().isFine()).isTrue();
    }

    @Test
    void events_of_a_looping_agent_carry_the_number_of_the_turn() {
        RuleSet set = EdgeCasesTest.rules("""
                agent poll {
                    idle -> active: start;
                    active -> checking: ask;
                    checking -> active: retry;
                    checking -> done: finish;
                }
                """);
        assertThat(set.has("poll:ask[ordinal]")).isTrue();
        assertThat(set.has("poll:start")).isTrue();
        Instances poll = new Instances(set);
        assertThat(poll.verdict("poll:ask[0]")).isEqualTo(RuleState.Verdict.DELAY);
        poll.record("poll:start");
        assertThat(poll.verdict("poll:ask[1]")).isEqualTo(RuleState.Verdict.DELAY);
        assertThat(poll.verdict("poll:ask[0]")).isEqualTo(RuleState.Verdict.ACCEPT);
        poll.record("poll:ask[0]");
        assertThat(poll.verdict("poll:finish")).isEqualTo(RuleState.Verdict.ACCEPT);
        poll.record("poll:retry[0]");
        assertThat(poll.verdict("poll:ask[1]")).isEqualTo(RuleState.Verdict.ACCEPT);
    }

    @Test
    void named_constraints_over_tasks_become_rules_of_the_algebra() {
        RuleSet saga = EdgeCasesTest.rules("dep trip: saga(t1/r1, t2/r2, t3);");
        assertThat(saga.check().isFine()).isTrue();
        RuleState failed = EdgeCasesTest.walk(saga, "t1:start", "t1:complete", "t2:start", "t2:complete", "t3:start", "~t3:complete");
        assertThat(failed.trigger()).containsExactly("r2:start");
        assertThat(failed.required()).contains("r1:start");
        RuleState undone = EdgeCasesTest.walk(saga, "t1:start", "t1:complete", "t2:start", "t2:complete", "t3:start", "~t3:complete", "r2:start", "r2:complete");
        assertThat(undone.trigger()).containsExactly("r1:start");
        RuleSet undo = EdgeCasesTest.rules("dep u: compensates(cancel, book, buy);");
        assertThat(EdgeCasesTest.walk(undo, "book:start", "book:complete", "~buy:complete").trigger()).containsExactly("cancel:start");
        assertThat(EdgeCasesTest.rules("dep u: compensates(cancel, book);").has("case:end")).isTrue();
        for (String icn : List.of("icn_flow(a, b)", "icn_or_out(a, b, c)", "icn_and_out(a, b, c)", "icn_or_in(a, b, c)", "icn_and_in(a, b, c)")) {
            assertThat(EdgeCasesTest.rules("dep n: " + icn + ";").check().consistent()).as(icn).isTrue();
        }
    }
}

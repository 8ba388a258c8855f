package io.millrace.xquery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Evaluator.Budget;
import io.millrace.net.Evaluator.Scope;
import io.millrace.net.Expression;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions that would take all time, memory or stack end at a counted limit, after the same number of steps each time. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HostileExpressionsTest {
    private static final Data DATA = Data.parse("{\"n\": 3, \"list\": [1, 2, 3]}");

    private static Evaluator evaluator() {
        return evaluator(Limits.USUAL);
    }

    private static Evaluator evaluator(Limits limits) {
        Specification empty =
                Specification.of("p", "n", List.of(new Net("n", "n", List.of(), List.of(), List.of(), List.of(), false, null)));
        return new XQueryProvider(limits).compile(empty, complaint -> {});
    }

    private static Data value(Evaluator evaluator, String query, Budget budget) {
        return evaluator.value(
                new Expression.XQuery(query, null), Shape.any(), new Scope("Net", DATA, List.of(), Instant.EPOCH, budget));
    }

    private static long steps(Evaluator evaluator, String query) {
        AtomicLong steps = new AtomicLong();
        try {
            value(evaluator, query, steps::addAndGet);
        } catch (EvaluationException e) {
            assertThat(steps.get()).isLessThanOrEqualTo(Limits.USUAL.steps());
        }
        return steps.get();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "count(for $i in 1 to 1000000000 return $i)",
        "sum(1 to 1000000000)",
        "(1 to 1000000000)[. = -1]",
        "let $x := 1 to 1000000000 return $x[last()]",
        "declare variable $v := sum(1 to 1000000000); $v + 1",
        "string-join((1 to 100000000) ! 'x')",
        "string-length(string-join(for $i in 1 to 100000000 return 'xxxxxxxxxxxxxxxxxxxxxxxx'))",
        "codepoints-to-string((1 to 100000000) ! 65)",
        "sort(reverse(1 to 100000000))",
        "distinct-values(1 to 100000000)",
        "index-of(1 to 1000000000, 5)",
        "for $i in 1 to 1000000000 order by -$i return $i",
        "for $i in 1 to 100000000 group by $k := $i mod 10 return $k",
        "for tumbling window $w in 1 to 100000000 start when true() return count($w)",
        "some $a in 1 to 100000, $b in 1 to 100000 satisfies $a + $b = 0",
        "every $a in 1 to 1000000000 satisfies $a > 0",
        "let $a := 1 to 30000, $b := (1 to 30000) ! (. + 100000) return $a = $b",
        "for $i in 1 to 1000000 return count(//nosuch)",
        "fold-left(1 to 100000000, 0, function($a, $b) { $a + $b })",
        "fold-right(1 to 100000000, 0, function($a, $b) { $a + $b })",
        "for-each(1 to 1000000000, function($a) { $a })[last()]",
        "array { 1 to 100000000 }?5",
        "map:merge((1 to 100000000) ! map:entry(., 1))?5",
        "declare function local:f($n) { local:f($n + 1) }; local:f(1)",
        "declare function local:r($s, $n) { if ($n = 0) then $s else local:r(concat($s, $s), $n - 1) }; string-length(local:r('x', 40))",
        "declare function local:r($s, $n) { if ($n = 0) then $s else local:r(<a>{$s, $s}</a>, $n - 1) }; count(local:r(<b/>, 40)//b)",
        "fold-left(1 to 40, 10, function($a, $b) { $a * $a }) mod 7",
        "let $a := string-join((1 to 200000) ! 'a') return contains($a, concat($a, 'b'))",
        "let $a := string-join((1 to 100000) ! 'a') return string-length(replace($a, 'a', $a))",
        "string-join(1 to 1000, string-join((1 to 2000000) ! 'x'))",
        "xs:integer(string-join((1 to 100000) ! '9')) mod 7",
        "matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '^(a+)+$')",
        "matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '^(a|aa)+$')",
        "tokenize('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '^(a|aa)+$')",
        "try { sum(1 to 1000000000) } catch * { 7 }",
    })
    void what_takes_too_many_steps_ends_after_the_same_number_each_time(String query) {
        Limits few = new Limits(200_000, Limits.USUAL.depth());
        Evaluator evaluator = evaluator(few);
        for (int again = 0; again < 2; again++) {
            AtomicLong steps = new AtomicLong();
            assertThatThrownBy(() -> value(evaluator, query, steps::addAndGet))
                    .isInstanceOf(EvaluationException.class)
                    .hasMessageEndingWith("The expression takes more than 200000 steps");
            assertThat(steps).hasValue(few.steps());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "declare function local:f($n) { 1 + local:f($n + 1) }; local:f(1)",
        "declare function local:f($n) { <a>{local:f($n + 1)}</a> }; local:f(1)",
        "declare function local:f($n) { let $x := local:f($n + 1) return for $y in $x return ($y, <a b=\"{$y}\">{$y}</a>) }; local:f(1)",
        "declare function local:f($n) { if (some $x in local:f($n + 1) satisfies $x = 1) then 1 else 2 }; local:f(1)",
        "let $f := function($f, $n) { 1 + $f($f, $n + 1) } return $f($f, 1)",
    })
    void what_nests_too_deeply_ends_at_a_counted_depth(String query) {
        assertThatThrownBy(() -> value(evaluator(), query, Budget.NONE))
                .isInstanceOf(EvaluationException.class)
                .hasMessageEndingWith("The expression nests deeper than 10000 evaluations");
        assertThat(steps(evaluator(), query)).isEqualTo(steps(evaluator(), query)).isPositive();
    }

    @Test
    void the_depth_that_is_allowed_does_not_depend_on_the_stack_of_the_caller() throws InterruptedException {
        String query = "declare function local:f($n) { if ($n = 0) then 0 else 1 + local:f($n - 1) }; local:f(1500)";
        Evaluator evaluator = evaluator();
        Data[] found = new Data[1];
        Thread small = new Thread(null, () -> found[0] = value(evaluator, query, Budget.NONE), "small", 256 << 10);
        small.start();
        small.join();
        assertThat(found[0]).isEqualTo(Data.of(1500));
    }

    @Test
    void a_number_of_steps_does_not_change_with_what_was_evaluated_before() {
        String query = "let $a := //item, $b := $a[. > 1] return if (/Net/n = 3) then string-join($b, ',') else $a";
        Evaluator evaluator = evaluator();
        long first = steps(evaluator, query);
        for (int i = 0; i < 200; i++) {
            assertThat(steps(evaluator, query)).isEqualTo(first);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "sum(1 to 1000000000)",
        "declare function local:f($n) { 1 + local:f($n + 1) }; local:f(1)",
        "try { sum(1 to 1000000000) } catch * { 7 }",
    })
    void a_turn_whose_budget_is_used_up_ends_the_evaluation_with_its_own_failure(String query) {
        class Spent extends RuntimeException {}
        AtomicLong left = new AtomicLong(5_000);
        assertThatThrownBy(() -> value(evaluator(), query, count -> {
                    if (left.addAndGet(-count) < 0) {
                        throw new Spent();
                    }
                }))
                .isInstanceOf(Spent.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "round(1.5, -1000000000)",
        "round-half-to-even(1.5, -1000000)",
        "format-date(current-date(), '[Y,99999999-99999999]')",
        "format-date(xs:date('2026-02-03'), '[Y,99999999]')",
        "random-number-generator()?number",
        "for-each(/Net, generate-id#1)",
        "function-lookup(xs:QName('fn:random-number-generator'), 0)()?number",
        "matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '(a*)*c', ';j')",
        "matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '(a*)*c', '!')",
    })
    void what_cannot_be_counted_or_repeated_is_refused(String query) {
        assertThatThrownBy(() -> value(evaluator(), query, Budget.NONE)).isInstanceOf(EvaluationException.class);
    }

    @Test
    void a_text_that_nests_without_end_is_refused_when_it_is_compiled() {
        for (String query : List.of("(".repeat(40_000) + "1" + ")".repeat(40_000), "1" + "+1".repeat(40_000), "1" + " ".repeat(200_000))) {
            assertThatThrownBy(() -> value(evaluator(), query, Budget.NONE))
                    .isInstanceOf(EvaluationException.class)
                    .hasMessageContaining("cannot be compiled");
        }
    }

    @Test
    void an_expression_may_take_two_million_steps() {
        // The compiler makes a plain range of this loop: one step for each number, the same in every evaluator.
        long steps = steps(evaluator(), "sum(for $i in 1 to 100000 return $i)");
        assertThat(steps).isBetween(100_000L, 101_000L);
        assertThat(steps(evaluator(), "sum(for $i in 1 to 100000 return $i)")).isEqualTo(steps);
        assertThat(steps(evaluator(), "sum(for $i in 1 to 10000000 return $i)")).isEqualTo(2_000_000);
    }

    @Test
    void what_an_expression_costs_is_taken_from_the_turn() {
        assertThat(steps(evaluator(), "/Net/n + 1")).isBetween(5L, 100L);
        assertThat(steps(evaluator(), "sum(for $i in 1 to 1000 return $i)")).isBetween(1_000L, 10_000L);
    }
}

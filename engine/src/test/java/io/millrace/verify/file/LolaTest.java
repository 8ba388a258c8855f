package io.millrace.verify.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.verify.Industrial;
import io.millrace.verify.PlainNet;
import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class LolaTest {
    @Test
    void a_net_is_read_with_its_weights_and_marking() {
        PlainNet net = PlainNetFile.read("nets/shop.lola", """
                { a comment } // and another; PLACE
                PLACE a, b.c##1, 3;
                MARKING a, 3 : 2, a:4;
                TRANSITION go CONSUME a:1, a, 3:2; PRODUCE b.c##1;
                TRANSITION{x}come CONSUME; PRODUCE;
                """).orRefuse();
        assertThat(net).isEqualTo(new PlainNet(
                "shop",
                List.of("a", "b.c##1", "3"),
                List.of(5, 0, 2),
                List.of(
                        new Transition("go", List.of(new Arc(0, 2), new Arc(2, 2)), List.of(new Arc(1, 1))),
                        new Transition("come", List.of(), List.of()))));
    }

    @Test
    void promises_of_safety_and_fairness_are_passed_over() {
        PlainNet net = PlainNetFile.read("x.lola", """
                PLACE SAFE : a, b; SAFE 3 : c; d;
                MARKING ;
                TRANSITION t STRONG FAIR CONSUME a; PRODUCE b;
                TRANSITION u WEAK FAIR CONSUME c; PRODUCE d;
                """).orRefuse();
        assertThat(net.places()).containsExactly("a", "b", "c", "d");
        assertThat(net.transitions()).extracting(Transition::name).containsExactly("t", "u");
        assertThat(net.initial()).containsOnly(0);
    }

    @Test
    void everything_wrong_is_told_with_its_place() {
        PlainReading reading = PlainNetFile.read("bad.lola", """
                PLACE a, b, a;
                MARKING c:1, a:2147483647, a;
                TRANSITION t CONSUME a:0; PRODUCE d;
                TRANSITION t CONSUME a; PRODUCE b
                """);
        assertThat(reading.problems()).extracting(problem -> problem.message().lines().findFirst().orElse("")).containsExactly(
                told("bad.lola:1:13: the place 'a' is here a second time."),
                told("bad.lola:2:9: there is no place 'c'."),
                told("bad.lola:2:28: these are more tokens of 'a' than can be counted."),
                told("bad.lola:3:22: an arc of no tokens joins nothing."),
                told("bad.lola:3:35: there is no place 'd'."),
                told("bad.lola:4:12: the transition 't' is here a second time."),
                told("bad.lola:5:1: the text ends where ';' is expected."));
        assertThat(reading.problems()).extracting(Problem::code).containsOnly(Code.LOLA);
        assertThat(reading.problems().getFirst().message()).endsWith("PLACE a, b, a;\n            ^");
    }

    private static String told(String sentence) {
        return sentence + " Correct the marked place; docs/verify.md shows the form. (MR-2038)";
    }

    @Test
    void what_is_not_such_a_net_is_refused_with_the_reason() {
        refuses("", "the text ends where 'PLACE' is expected");
        refuses("{ PLACE a;", "this comment does not end");
        refuses("hello", "'hello' stands where 'PLACE' is expected");
        refuses("PLACE a; MARKING a:99999999999;", "the number 99999999999 is too large");
        refuses("PLACE a; MARKING a:x;", "'x' stands where a number is expected");
        refuses("PLACE MARKING;", "'MARKING' stands where the name of a place is expected");
        refuses("PLACE a; MARKING ; ANALYSE PLACE a", "a question follows the net");
        refuses("SORT s = [1,2]; PLACE a : s;", "this is a high-level net");
        refuses("PLACE a : s; MARKING ;", "this is a high-level net");
        refuses("PLACE a; MARKING ; }", "'}' stands where TRANSITION is expected");
    }

    private static void refuses(String text, String why) {
        PlainReading reading = PlainNetFile.read("x.lola", text);
        assertThat(reading.net()).isNull();
        assertThat(reading.problems()).singleElement().satisfies(problem -> assertThat(problem.message()).startsWith("x.lola:1:").contains(why));
    }

    @Test
    void all_industrial_models_are_read_and_are_the_same_in_pnml() {
        SortedMap<String, String> models = Industrial.models();
        assertThat(models).hasSize(314);
        assertThat(models.keySet()).isEqualTo(Industrial.verdicts().keySet());
        int transitions = 0;
        for (var model : models.entrySet()) {
            PlainNet net = PlainNetFile.read(model.getKey(), model.getValue()).orRefuse();
            transitions += net.transitions().size();
            PlainReading again = PlainNetFile.read("again.pnml", PlainNetFile.toPnml(net));
            assertThat(again.orRefuse()).as(model.getKey()).isEqualTo(net);
        }
        assertThat(transitions).isEqualTo(10_551);
    }
}

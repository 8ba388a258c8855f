package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.verify.file.PlainNetFile;
import org.junit.jupiter.api.Test;

/** What soundness means for plain nets, with one sink and with several. */
class PlainVerdictTest {
    @Test
    void with_several_sinks_a_dead_transition_is_a_warning() {
        Verification answer = verify("""
                PLACE start, left, right, never;
                MARKING start: 1;
                TRANSITION go CONSUME start: 1; PRODUCE left: 1, right: 1;
                TRANSITION dead CONSUME never: 1; PRODUCE left: 1;
                """);
        assertThat(answer.verdict()).isEqualTo(Verdict.SOUND);
        assertThat(answer.properties().noDeadTasks()).isEqualTo(Answer.NO);
        assertThat(answer.problems()).isEmpty();
        assertThat(answer.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.kind()).isEqualTo(Warning.Kind.DEAD_TRANSITION);
            assertThat(warning.nodes()).containsExactly("dead");
        });
    }

    @Test
    void with_several_sinks_no_place_may_hold_two_tokens() {
        Verification answer = verify("""
                PLACE start, a, b, left, right;
                MARKING start: 1;
                TRANSITION go CONSUME start: 1; PRODUCE a: 1, b: 1;
                TRANSITION x CONSUME a: 1; PRODUCE left: 1;
                TRANSITION y CONSUME b: 1; PRODUCE left: 1;
                TRANSITION z CONSUME b: 1; PRODUCE right: 1;
                """);
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(answer.problems()).singleElement().satisfies(trouble -> {
            assertThat(trouble.nodes()).containsExactly("left");
            assertThat(trouble.trace()).hasSize(3);
        });
    }

    @Test
    void with_one_sink_the_paper_decides_and_a_dead_transition_is_a_problem() {
        Verification answer = verify("""
                PLACE start, never, end;
                MARKING start: 1;
                TRANSITION go CONSUME start: 1; PRODUCE end: 1;
                TRANSITION dead CONSUME never: 1; PRODUCE end: 1;
                """);
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(answer.problems()).singleElement().satisfies(trouble -> assertThat(trouble.kind()).isEqualTo(Trouble.Kind.DEAD_TASK));
    }

    private static Verification verify(String lola) {
        return Verifier.standard().verify(PlainNetFile.read("n.lola", lola).orRefuse());
    }
}

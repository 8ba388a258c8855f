package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.net.file.Reading;
import io.millrace.problem.RefusedException;
import io.millrace.verify.Verdict;
import io.millrace.verify.Verification;
import io.millrace.verify.Verifier;
import org.junit.jupiter.api.Test;

class GoalChecksTest {
    private static final String NET =
            "initial_activity(a). xor_split(a, [b, (c, otherwise)]). final_activity(b). final_activity(c).\n";

    private static String choice(String goal) {
        return "initial_activity(a).\nxor_split(a, [(b, " + goal + "), (c, otherwise)]).\nfinal_activity(b). final_activity(c).\n";
    }

    /** Deploying and verifying say the same. */
    private static void assertRefused(String text, String... message) {
        assertThatExceptionOfType(RefusedException.class).as(text).isThrownBy(() -> new NetLanguage().compile("n", "n.pl", text))
                .satisfies(refused -> assertThat(refused.problem().message()).contains(message));
        Reading reading = NetFile.facts("n.pl", text);
        Specification read = reading.specification();
        if (read != null) {
            Verification answer = Verifier.standard().verify(read);
            assertThat(answer.verdict()).as(text).isEqualTo(Verdict.INVALID);
        }
    }

    private static void assertAccepted(String text) {
        assertThat(new NetLanguage().compile("n", "n.pl", text)).as(text).isNotNull();
        assertThat(Verifier.standard().verify(NetFile.facts("n.pl", text).orRefuse()).verdict()).as(text).isEqualTo(Verdict.SOUND);
    }

    @Test
    void a_goal_that_calls_what_nothing_defines_is_refused_at_its_line() {
        assertRefused(choice("dta(amount, A), A > 5"), "n.pl:2:1: ", "calls dta/2", "is 'data' meant", "MR-3022");
        assertRefused(choice("approved"), "calls approved/0", "is data(approved, true) meant");
        assertRefused(choice("\\+ (true ; frobnicate(1))"), "calls frobnicate/1");
        assertRefused(choice("findall(X, membr(X, [1]), [1])"), "calls membr/2", "is 'member' meant");
        assertRefused(choice("cheap") + "cheap :- data(price, P), lss(P, 5).\n", "calls lss/2 (in a clause of cheap/0)");
        assertRefused(NET + "gets(b, p, amount).\n", "n.pl:2:1: ", "calls amount/0", "is variable(amount) meant");
        assertRefused(NET + "gets(b, p, 5).\n", "n.pl:2:1: ", "'5' instead of a goal", "is constant(5) meant", "MR-3023");
        assertRefused(choice("data(amont, 5)") + "variable(amount, input, decimal).\n", "n.pl:2:1: ", "'amont'", "is 'amount' meant", "MR-3020");
    }

    @Test
    void a_goal_that_can_run_is_accepted() {
        assertAccepted(choice("data(amount, A), A > 5, member(A, [6, 7]), !"));
        assertAccepted(choice("once((data(x, X) -> X == 1 ; fail)), catch(true, _, true), call(member, 1, [1])"));
        assertAccepted(choice("cheap") + "cheap :- data(price, P), P < 5.\n");
        assertAccepted(choice("failed(a)"));
        assertAccepted(choice("mine(a)") + ":- dynamic(mine/1).\n");
        assertAccepted(choice("nobody_knows") + ":- set_prolog_flag(unknown, fail).\n");
        assertAccepted(NET + "gets(b, p, X^data(q, X)). timer(b, told(variable(t))). work(b, people).\n");
        assertAccepted(choice("data(amount, 5)") + "variable(amount, input, decimal).\n");
    }

    @Test
    void verifying_says_what_is_missing_to_a_process_of_events_as_deploying_does() {
        String text = """
                initial_activity(a). xor_split(a, [(b, granted), (c, refsed)]). final_activity(b). final_activity(c).
                initiates(signal(board), granted). initiates(signal(no), refused).
                """;
        Verification answer = Verifier.standard().verify(NetFile.facts("n.pl", text).orRefuse());
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(answer.problems()).singleElement().satisfies(trouble -> assertThat(trouble.message()).contains("nothing initiates refsed", "MR-3043"));
    }

    @Test
    void a_net_with_a_goal_that_is_refused_today_is_restored_from_its_journal() {
        String text = choice("approved");
        assertThat(new NetLanguage().restore("n", text)).isNotNull();
    }
}

package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.file.NetFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** OR-splits whose predicates say which branches go together. */
class OrSplitVerdictsTest {
    private static Verification verify(String facts) {
        return Verifier.standard().verify(NetFile.facts("n.pl", facts).orRefuse());
    }

    @Test
    void the_default_is_not_taken_together_with_others() {
        String net = "initial_activity(t). and_join([a, b], j). final_activity(j). final_activity(c).\n";
        assertThat(verify(net + "or_split(t, [(a, data(x, 1)), (b, data(x, 1)), (c, otherwise)]).").verdict()).isEqualTo(Verdict.SOUND);
        assertThat(verify(net + "or_split(t, [(a, data(x, 1)), (b, data(y, 1)), (c, otherwise)]).").verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(verify(net + "or_split(t, [(a, data(x, 1)), (b, data(x, 1)), (c, \\+ data(x, 1))]).").verdict()).isEqualTo(Verdict.SOUND);
        assertThat(verify(net + "or_split(t, [(a, data(x, 1)), (b, data(x, 1)), (c, data(y, 1))]).").verdict()).isEqualTo(Verdict.UNSOUND);
    }

    @Test
    void the_order_fulfilment_of_yawl_is_sound() {
        for (String file : List.of("orderfulfillment.yawl", "orderfulfillment_customforms.yawl")) {
            Verification answer = Verifier.standard().verify(Corpora.specification(Corpora.folder("yawl").resolve(file)));
            assertThat(answer.verdict()).as(file).isEqualTo(Verdict.SOUND);
        }
    }
}

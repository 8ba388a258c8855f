package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.shared.SharedData;
import io.millrace.verify.Verdict;
import io.millrace.verify.Verifier;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Specifications in the wild: each is sound, or is refused for a reason that its author would accept. */
class YawlCorpusVerdictsTest {
    /** The verdicts that are not {@code sound}, each with the beginning of what is said. */
    private static final Map<String, String> NOT_SOUND = Map.of(
            // A multi-merge: the paper's pattern 8 is not sound by design.
            "WPC8MultiMerge.yawl", "unsound: The case ends after 'A', 'D' and 'E' with tokens left between 'A' and 'B' and between 'A' and 'C'.",
            // A test of YAWL's own engine; in the engine's optimistic reading it is sound, and the warning says so.
            "OrJoin_structuralrestriction_1.xml", "unsound: The case ends after 7 steps with a token left between '7_A' and '6_B'.",
            // Each time it is done, 'A' gives itself another token.
            "TestOrJoin.xml", "unsound: The case ends after 7 steps with tokens left between 'A' and 'A' and between 'A' and 'F'.",
            // Its author left a task in the net that nothing leads to.
            "WPC17InterleavedParallelRouting.yawl", "invalid: ");

    private static Verified verified(Path file) {
        return Verified.of(file, Verifier.standard());
    }

    private static String said(Verified verified) {
        String verdict = verified.answer().verdict().toString();
        return verified.answer().verdict() == Verdict.SOUND
                ? verdict
                : verdict + ": "
                        + (verified.answer().problems().isEmpty()
                                ? verified.answer().reasons().getFirst()
                                : verified.answer().problems().getFirst().message());
    }

    @Test
    void every_file_has_its_verdict_and_none_is_unknown() {
        Map<String, String> wrong = new TreeMap<>();
        for (Path file : SharedData.besideTheProject().files("corpora/yawl", ".*\\.(yawl|xml)")) {
            String name = String.valueOf(file.getFileName());
            String said = said(verified(file));
            if (!said.startsWith(NOT_SOUND.getOrDefault(name, "sound"))) {
                wrong.put(name, said);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void yawls_order_fulfilment_is_sound_as_a_whole_and_net_by_net() {
        Verified verified = verified(SharedData.besideTheProject().file("corpora/yawl/orderfulfillment.yawl"));
        assertThat(verified.answer().isSound()).isTrue();
        assertThat(verified.answer().nets()).hasSize(9).allSatisfy(net -> assertThat(net.verdict()).isEqualTo(Verdict.SOUND));
    }
}

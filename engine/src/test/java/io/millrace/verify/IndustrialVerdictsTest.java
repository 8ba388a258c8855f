package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.verify.file.PlainNetFile;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** 314 industrial models have the verdicts that are listed for them. */
class IndustrialVerdictsTest {
    @Test
    void every_verdict_is_as_listed() {
        Map<String, String> found = new TreeMap<>();
        Map<String, String> listed = new TreeMap<>();
        Industrial.models().forEach((name, text) -> {
            Verification answer = Verifier.standard().verify(PlainNetFile.read(name, text).orRefuse());
            found.put(name, answer.verdict().toString());
        });
        Industrial.verdicts().forEach((name, verdict) -> listed.put(name, verdict.sound() ? "sound" : "unsound"));
        assertThat(listed).hasSize(314);
        assertThat(found).isEqualTo(listed);
    }
}

package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.testkit.TestEngine;
import io.millrace.testkit.junit.MillraceExtension;
import io.millrace.testkit.junit.ScenarioFile;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MillraceExtension.class)
class ClaimWithClockTest {
    @Test
    void a_claim_waits_for_its_review_through_a_crash(TestEngine engine) {
        engine.deploy(new Claims());
        engine.mill().start("claim", Data.of(new Claims.Claim("P-1", "Ada", 900, "DE-1")));
        engine.advance(Duration.ofDays(2));
        engine.restart();
        assertThat(engine.mill().worklist("anna")).hasSize(1);
    }

    @Test
    @ScenarioFile("/scenarios/not-covered.scenario") // played first; the test goes on where it ends
    void a_claim_that_has_ended_cannot_be_cancelled(Millrace mill) {
        Case claim = mill.find("1");
        assertThatThrownBy(() -> mill.operator().cancel(claim.id())).hasMessageContaining("MR-1010");
    }
}

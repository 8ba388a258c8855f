package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.DeployOption;
import io.millrace.Millrace;
import io.millrace.net.GeneratedCase;
import io.millrace.net.GeneratedCase.Crashes;
import org.junit.jupiter.api.Test;

/** Generated nets on the embedded store, through crashes, agree with the transcription of the paper. */
class GeneratedNetsTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 15);
    private static final int SIZE = 6;

    @Test
    void nets_on_disk_go_on_after_a_crash_as_the_paper_says() {
        int steps = 0;
        try (TestEngine engine = TestEngine.open()) {
            for (long seed = 20_001; seed <= 20_000 + SEEDS; seed++) {
                engine.deploy(GeneratedCase.process(seed, SIZE), DeployOption.ALLOW_UNSOUND);
                steps += GeneratedCase.play(seed, SIZE, subject(engine), Crashes.SOME);
            }
        }
        assertThat(steps).as("steps compared").isGreaterThan(SEEDS * 8);
    }

    private static GeneratedCase.Subject subject(TestEngine engine) {
        return new GeneratedCase.Subject() {
            @Override
            public Millrace mill() {
                return engine.mill();
            }

            @Override
            public void rest() {
                engine.quiet();
            }

            @Override
            public void restart() {
                engine.restart();
            }
        };
    }
}

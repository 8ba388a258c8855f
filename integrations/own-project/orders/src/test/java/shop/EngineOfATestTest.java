package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.Millrace;
import io.millrace.problem.RefusedException;
import io.millrace.testkit.junit.MillraceExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every test has an engine of its own, which is closed when the test is over: with JUnit 5 as with JUnit 6. */
@ExtendWith(MillraceExtension.class)
class EngineOfATestTest {
    private static final List<Millrace> ENGINES = new ArrayList<>();

    @RepeatedTest(2)
    void an_engine_is_new(Millrace mill) {
        ENGINES.add(mill);
        assertEquals(List.of(), mill.processes());
    }

    @AfterAll
    static void all_are_closed() {
        assertEquals(2, ENGINES.stream().distinct().count());
        ENGINES.forEach(mill -> assertThrows(RefusedException.class, mill::processes));
    }
}

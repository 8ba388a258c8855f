package io.millrace.examples;

import io.millrace.testkit.junit.Scenarios;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The scenarios of the examples hold. */
class ScenariosTest {
    @TestFactory
    Stream<DynamicTest> every_scenario_of_the_examples_holds() {
        return Scenarios.in(Path.of("scenarios"));
    }
}

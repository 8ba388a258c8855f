package io.millrace.testkit;

import io.millrace.testkit.junit.Scenarios;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ScenarioFilesTest {
    @TestFactory
    Stream<DynamicTest> scenarios() {
        return Scenarios.in(Path.of("src/test/resources/scenarios"));
    }
}

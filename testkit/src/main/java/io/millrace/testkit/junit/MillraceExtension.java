package io.millrace.testkit.junit;

import io.millrace.Millrace;
import io.millrace.testkit.ManualTime;
import io.millrace.testkit.Player;
import io.millrace.testkit.Scenario;
import io.millrace.testkit.ScenarioException;
import io.millrace.testkit.TestEngine;
import java.util.Objects;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides every test with its own engine: as {@link TestEngine}, or its parts as {@link Millrace} and {@link ManualTime}. With {@link
 * ScenarioFile} it plays a scenario before the test. The engine is closed after the test.
 *
 * <p>Works with JUnit 5 (5.10 or later) and JUnit 6.
 */
public final class MillraceExtension
        implements ParameterResolver, BeforeTestExecutionCallback, AfterEachCallback, AfterAllCallback {
    private static final Namespace OWN = Namespace.create(MillraceExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == TestEngine.class || type == Millrace.class || type == ManualTime.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestEngine engine = engine(context);
        Class<?> type = parameter.getParameter().getType();
        if (type == TestEngine.class) {
            return engine;
        }
        return type == Millrace.class ? engine.mill() : engine.time();
    }

    @Override
    public void beforeTestExecution(ExtensionContext context) throws ScenarioException {
        ScenarioFile file = context.getRequiredTestMethod().getAnnotation(ScenarioFile.class);
        if (file != null) {
            Scenario scenario = Scenario.read(Scenarios.locate(context.getRequiredTestClass(), file.value()));
            Scenarios.demand(Player.play(scenario, engine(context)));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        close(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close(context);
    }

    // JUnit 6 has a new name for this method; JUnit 5 knows only the old one.
    @SuppressWarnings("deprecation")
    private static TestEngine engine(ExtensionContext context) {
        return Objects.requireNonNull(context.getStore(OWN)
                .getOrComputeIfAbsent(TestEngine.class, key -> TestEngine.open(), TestEngine.class));
    }

    /** Not left to JUnit: before 5.13 it did not close what its store holds unless that implemented a type of its own. */
    private static void close(ExtensionContext context) {
        TestEngine engine = context.getStore(OWN).remove(TestEngine.class, TestEngine.class);
        if (engine != null) {
            engine.close();
        }
    }
}

package io.millrace.testkit.junit;

import io.millrace.Millrace;
import io.millrace.testkit.ManualTime;
import io.millrace.testkit.Player;
import io.millrace.testkit.Scenario;
import io.millrace.testkit.ScenarioException;
import io.millrace.testkit.TestEngine;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides every test with its own engine: as {@link TestEngine}, or its parts as {@link Millrace} and {@link ManualTime}. With {@link
 * ScenarioFile} it plays a scenario before the test.
 */
public final class MillraceExtension implements ParameterResolver, BeforeTestExecutionCallback {
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

    /** JUnit closes what is in its store when the test is over. */
    private static TestEngine engine(ExtensionContext context) {
        return context.getStore(OWN)
                .computeIfAbsent(TestEngine.class, key -> TestEngine.open(), TestEngine.class);
    }
}

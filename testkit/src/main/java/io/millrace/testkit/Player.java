package io.millrace.testkit;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Plays scenarios from top to bottom, up to the first line that fails. */
public final class Player {
    private Player() {}

    /** Plays a file on an engine of its own. */
    public static Played play(Path file) {
        return play(file, Staging.AS_WRITTEN, warning -> {});
    }

    /** Plays a file with other options, and reports the deployment warnings of its processes. */
    public static Played play(Path file, Staging staging, Consumer<String> warned) {
        Scenario scenario;
        try {
            scenario = Scenario.read(file);
        } catch (ScenarioException e) {
            return Played.unusable(file.toString(), e.line(), e.problem().message());
        }
        try (TestEngine engine = TestEngine.open()) {
            Played played = play(scenario, new Performance(scenario.file(), scenario.folder(), engine, staging));
            engine.warnings().forEach(warned);
            return played;
        }
    }

    /** Plays a scenario on an engine, which keeps the state after the last line. */
    public static Played play(Scenario scenario, TestEngine engine) {
        return play(scenario, new Performance(scenario.file(), scenario.folder(), engine, Staging.AS_WRITTEN));
    }

    private static Played play(Scenario scenario, Performance performance) {
        for (Scenario.Line line : scenario.lines()) {
            Played played = performance.play(line);
            if (!played.held()) {
                return played;
            }
        }
        return Played.held(scenario.file());
    }
}

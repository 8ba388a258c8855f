package io.millrace.testkit;

import java.nio.file.Path;

/** Plays scenarios from top to bottom, up to the first line that is missed. */
public final class Player {
    private Player() {}

    /** Plays a file on an engine of its own. */
    public static Played play(Path file) {
        Scenario scenario;
        try {
            scenario = Scenario.read(file);
        } catch (ScenarioException e) {
            return Played.unusable(file.toString(), e.line(), e.problem().message());
        }
        try (TestEngine engine = TestEngine.open()) {
            return play(scenario, engine);
        }
    }

    /** Plays a scenario on an engine, which is left as the last line leaves it. */
    public static Played play(Scenario scenario, TestEngine engine) {
        Performance performance = new Performance(scenario.file(), scenario.folder(), engine);
        for (Scenario.Line line : scenario.lines()) {
            Played played = performance.play(line);
            if (!played.held()) {
                return played;
            }
        }
        return Played.held(scenario.file());
    }
}

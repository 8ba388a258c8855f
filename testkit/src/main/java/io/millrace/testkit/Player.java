package io.millrace.testkit;

import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.nio.file.Path;

/** Plays scenarios: every line from top to bottom, each until the engine is quiet, up to the first that is missed. */
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
        Stage stage = new Stage(engine);
        Commander commander = new Commander(stage, scenario.folder());
        Judge judge = new Judge(stage, commander);
        engine.quiet();
        stage.chronicle.catchUp(engine.mill().history());
        for (Scenario.Line line : scenario.lines()) {
            try {
                play(line.statement(), stage, commander, judge);
            } catch (Miss miss) {
                return Played.missed(scenario.file(), line, miss.expected, miss.seen, stage.situation());
            } catch (ScenarioException e) {
                return unusable(scenario, line, e.problem());
            } catch (RefusedException e) {
                return aboutFile(line.statement(), e.problem())
                        ? unusable(scenario, line, e.problem())
                        : Played.missed(scenario.file(), line, "it is done", e.problem().message(), stage.situation());
            } catch (RuntimeException e) {
                return Played.missed(scenario.file(), line, "an engine that works", e.toString(), "");
            }
        }
        return Played.held(scenario.file());
    }

    private static void play(Statement statement, Stage stage, Commander commander, Judge judge)
            throws Miss, ScenarioException {
        switch (statement) {
            case Statement.Do command -> {
                stage.chronicle.mark();
                commander.perform(command);
                stage.engine.quiet();
                stage.chronicle.catchUp(stage.mill().history());
            }
            case Statement.Expect expectation -> judge.judge(expectation);
        }
    }

    /** A process that cannot be read is not a process that behaves otherwise than expected. */
    private static boolean aboutFile(Statement statement, Problem problem) {
        return statement instanceof Statement.Deploy && problem.code().id().startsWith("MR-2");
    }

    private static Played unusable(Scenario scenario, Scenario.Line line, Problem problem) {
        String message = scenario.file() + ":" + line.number() + ": " + problem.message() + "\n" + line.text().indent(4);
        return Played.unusable(scenario.file(), line.number(), message.stripTrailing());
    }
}

package io.millrace.testkit;

import io.millrace.id.CaseId;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.WorkItem;
import java.nio.file.Path;
import java.util.List;

/** Plays a scenario on an engine line by line, each until the engine is quiet. Confined to one thread. */
public final class Performance {
    private final String file;
    private final Stage stage;
    private final Commander commander;
    private final Judge judge;

    /**
     * Begins a performance.
     *
     * @param file the name of the scenario in messages
     * @param folder the folder of the files that it deploys
     */
    public Performance(String file, Path folder, TestEngine engine) {
        this(file, folder, engine, Staging.AS_WRITTEN);
    }

    Performance(String file, Path folder, TestEngine engine, Staging staging) {
        this.file = file;
        this.stage = new Stage(engine);
        this.commander = new Commander(stage, folder, staging);
        this.judge = new Judge(stage, commander);
        engine.quiet();
        stage.chronicle.catchUp(engine.mill().history());
    }

    /** Plays one line and returns the result. */
    public Played play(Scenario.Line line) {
        try {
            perform(line.statement());
            return Played.held(file);
        } catch (Miss miss) {
            return Played.missed(file, line, miss.expected, miss.seen, stage.situation());
        } catch (ScenarioException e) {
            return unusable(line, e.problem());
        } catch (RefusedException e) {
            return aboutFile(line.statement(), e.problem())
                    ? unusable(line, e.problem())
                    : Played.missed(file, line, "it is done", e.problem().message(), stage.situation());
        } catch (RuntimeException e) {
            return Played.missed(file, line, "an engine that works", e.toString(), "");
        }
    }

    private void perform(Statement statement) throws Miss, ScenarioException {
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

    private Played unusable(Scenario.Line line, Problem problem) {
        String message = file + ":" + line.number() + ": " + problem.message() + "\n" + line.text().indent(4);
        return Played.unusable(file, line.number(), message.stripTrailing());
    }

    /** Sets the case that counts as the one started last. */
    public Performance about(CaseId caseId) {
        stage.started(caseId);
        return this;
    }

    /** The unfinished work of a case and its sub-cases, as {@code expect offered} sees it. */
    public List<WorkItem> unfinished(CaseId caseId) {
        return stage.work(caseId).stream().filter(Stage::isUnfinished).toList();
    }
}

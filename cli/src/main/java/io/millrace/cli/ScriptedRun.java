package io.millrace.cli;

import io.millrace.ProcessProvider;
import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.prolog.PhaseReports;
import io.millrace.prolog.Script;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.testkit.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays a script to one case of a program of Workflow Prolog, and prints its phases. */
final class ScriptedRun {
    private static final int PAGE = 1_000;

    private final Screen screen;
    private final boolean json;

    ScriptedRun(Screen screen, boolean json) {
        this.screen = screen;
        this.json = json;
    }

    int play(ProcessProvider provider, Data input, Path file) {
        if (!provider.process().language().equals(WorkflowProlog.NAME)) {
            throw new RefusedException(Code.BAD_USE.with("'--script' is for programs of Workflow Prolog"));
        }
        Data script = script(file);
        try (TestEngine engine = TestEngine.open(Script.start(script))) {
            engine.deploy(provider);
            engine.warnings().forEach(screen::complain);
            Stage stage = new Stage(engine, provider.process().contract().name(), input);
            String status = Script.play(script, stage, this::print);
            return status.equals("failed") || status.equals("error") ? Mill.NO : Mill.FINE;
        }
    }

    private static Data script(Path file) {
        try {
            return Data.parse(Files.readString(file));
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())));
        }
    }

    private void print(Data phase) {
        screen.println(json ? phase.json() : text(phase));
    }

    /** A phase as lines for people. */
    private String text(Data phase) {
        StringBuilder text = new StringBuilder("at " + phase.at("time").json() + ": " + phase.at("kind").text());
        if (phase.has("content")) {
            text.append(" to message ").append(phase.at("message").json()).append(": ").append(phase.at("content").text());
        }
        if (phase.has("reason")) {
            return text + ", " + screen.style(Style.BAD, phase.at("reason").text());
        }
        for (Data message : phase.at("sent").asList()) {
            text.append("\n  sent ").append(message.at("message").json()).append(" to ").append(message.at("to").text())
                    .append(": ").append(message.at("content").text());
        }
        for (Data message : phase.at("cancelled").asList()) {
            text.append("\n  withdrawn ").append(message.at("message").json()).append(" from ").append(message.at("to").text());
        }
        for (Data goal : phase.at("suspended").asList()) {
            text.append("\n  waits ").append(goal.at("goal").text());
        }
        text.append("\n  ").append(phase.at("status").text());
        return phase.has("code")
                ? text + " " + screen.style(Style.BAD, phase.at("code").text()) + " in " + phase.at("goal").text()
                : text.toString();
    }

    /** The engine under a script: messages are work items, and phases are found in the history. */
    private static final class Stage implements Script.Stage {
        private final TestEngine engine;
        private final String process;
        private final Data input;
        private @Nullable CaseId caseId;
        /** Up to where the history has been read: a step costs what it adds. */
        private String read;

        Stage(TestEngine engine, String process, Data input) {
            this.engine = engine;
            this.process = process;
            this.input = input;
            this.read = engine.mill().history().end();
        }

        @Override
        public void start() {
            caseId = engine.mill().start(process, input).id();
            engine.quiet();
        }

        private CaseId started() {
            if (caseId == null) {
                throw new IllegalStateException("nothing has been started");
            }
            return caseId;
        }

        @Override
        public void advanceTo(Instant instant) {
            Instant now = engine.time().now();
            engine.time().advanceTo(instant.isBefore(now) ? now : instant);
            engine.quiet();
        }

        @Override
        public @Nullable Problem complete(int work, Data output) {
            try {
                engine.mill().operator().complete(new WorkId(started(), work), output);
                engine.quiet();
                return null;
            } catch (RefusedException e) {
                return e.problem();
            }
        }

        @Override
        public List<Data> phases() {
            List<Data> phases = new ArrayList<>();
            String end = engine.mill().history().end();
            String from = end.equals(read) ? null : read;
            while (from != null) {
                Page<HistoryEvent> page = engine.mill().history().all(from, PAGE, History.Order.OLDEST_FIRST);
                page.items().stream()
                        .filter(event -> started().equals(event.caseId()) && PhaseReports.isPhase(event.kind()))
                        .forEach(event -> phases.add(event.detail()));
                from = page.cursor();
            }
            read = end;
            return phases;
        }
    }
}

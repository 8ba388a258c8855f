package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.language.Finding;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.prolog.WorkflowProlog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Says what can be seen to be wrong with a program before it runs. */
final class ProgramCheck {
    private final Screen screen;
    private final boolean json;

    ProgramCheck(Screen screen, boolean json) {
        this.screen = screen;
        this.json = json;
    }

    int check(Path file) {
        String name = String.valueOf(file.getFileName());
        String source = read(file);
        WorkflowProlog language = new WorkflowProlog();
        if (!language.reads(name, source)) {
            throw new RefusedException(Code.UNKNOWN_LANGUAGE.with(file));
        }
        List<Finding> findings = language.compile(language.processIn(name, source), source).findings();
        findings.forEach(finding -> screen.println(
                json
                        ? Data.fields(
                                        "file", file.toString(),
                                        "line", finding.line(),
                                        "clause", finding.clause(),
                                        "code", finding.problem().code().id(),
                                        "message", finding.problem().message())
                                .json()
                        : finding.in(file.toString())));
        if (findings.isEmpty() && !json) {
            screen.println(screen.style(Style.GOOD, "Nothing to object") + ": " + file);
        }
        return findings.isEmpty() ? Mill.FINE : Mill.NO;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())));
        }
    }
}

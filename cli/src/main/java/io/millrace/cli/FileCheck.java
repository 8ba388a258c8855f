package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.language.Language;
import io.millrace.language.Proof;
import io.millrace.net.file.NetFile;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.testkit.FilePart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reports what is wrong with the file of a process before it runs: a net as facts or YAWL, a logic program, rules. */
final class FileCheck {
    private final Screen screen;
    private final boolean json;

    FileCheck(Screen screen, boolean json) {
        this.screen = screen;
        this.json = json;
    }

    int check(FilePart named) {
        Path file = named.file();
        String name = String.valueOf(file.getFileName());
        String source = read(file);
        Language language = JournalOptions.languages().stream()
                .filter(each -> each.reads(name, source))
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.UNKNOWN_LANGUAGE.with(file)));
        List<Finding> findings = new ArrayList<>();
        for (Language.Part part : named.meant(language.parts(name, source))) {
            findings.addAll(findings(language.compile(part.process(), file.toString(), part.source())));
        }
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

    /** What whoever deploys the process is told, and why it would be refused. */
    private static List<Finding> findings(Compiled<?> process) {
        List<Finding> findings = new ArrayList<>(process.findings());
        Proof proof = process.proof();
        findings.addAll(proof.findings());
        if (proof.objection() != null) {
            findings.add(new Finding(proof.objection(), 0, ""));
        }
        return findings;
    }

    /** XML states its encoding itself. */
    private static String read(Path file) {
        try {
            return NetFile.text(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())));
        }
    }
}

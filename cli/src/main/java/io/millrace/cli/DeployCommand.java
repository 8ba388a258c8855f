package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.client.Deployment;
import io.millrace.client.Source;
import io.millrace.data.Data;
import io.millrace.net.file.NetFile;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "deploy",
        sortOptions = false,
        description = "Deploys processes from their files, and says what is worth knowing about them. The same text again is the same version.")
final class DeployCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files of processes: nets, logic programs, rules.")
    private List<Path> files = List.of();

    @Option(names = "--name", paramLabel = "NAME", description = "The name to run it under (default: what the file says).")
    private @Nullable String name;

    @Option(names = "--rules", paramLabel = "FILE", description = "Rules between events under which the process runs; a '*.deps' file.")
    private @Nullable Path rules;

    @Option(names = "--allow-unsound", description = "Deploy it although it was proved that its cases can get stuck.")
    private boolean allowUnsound;

    @Option(names = "--plan", description = "Say only what deploying would say, and deploy nothing.")
    private boolean plan;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    DeployCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (name != null && files.size() > 1) {
            throw new RefusedException(Code.BAD_USE.with("--name is for one file, not for " + files.size()));
        }
        Path under = rules;
        int status = Mill.FINE;
        try (Actions actions = acting.open()) {
            for (Path file : files) {
                Source source = new Source(String.valueOf(file.getFileName()), text(file), name, under == null ? null : text(under), allowUnsound);
                status = Math.max(status, report(file, plan ? actions.prove(source) : actions.deploy(source)));
            }
        }
        return status;
    }

    private int report(Path file, Deployment deployed) {
        if (acting.json()) {
            screen.println(form(file, deployed).json());
        } else {
            deployed.findings().forEach(finding -> screen.println(line(file, finding)));
            if (deployed.objection() != null) {
                screen.println(screen.style(Style.BAD, "Would be refused") + ": " + deployed.objection().message());
            } else {
                screen.println(deployed.process() + (plan ? " would be deployed" : " " + deployed.version() + " is deployed"));
            }
        }
        return deployed.objection() == null ? Mill.FINE : Mill.NO;
    }

    /** As compilers say it, so that editors find the place. */
    static String line(Path file, Deployment.Finding finding) {
        return file + (finding.line() > 0 ? ":" + finding.line() : "") + ": " + finding.problem().message();
    }

    private static Data form(Path file, Deployment deployed) {
        Data data = Data.fields(
                "file", file.toString(),
                "process", deployed.process(),
                "findings",
                        deployed.findings().stream()
                                .map(finding -> Data.fields(
                                        "line", finding.line(),
                                        "clause", finding.clause(),
                                        "code", finding.problem().code().id(),
                                        "message", finding.problem().message()))
                                .toList());
        data = deployed.version() == 0 ? data : data.with("version", deployed.version());
        return deployed.objection() == null ? data : data.with("objection", deployed.objection().message());
    }

    /** XML states its encoding itself. */
    static String text(Path file) {
        try {
            return NetFile.text(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw new RefusedException(Code.NO_SUCH_FILE.with(file), e);
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())), e);
        }
    }
}

package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.draw.View;
import io.millrace.net.OrJoin;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.verify.Verifier;
import io.millrace.verify.file.VerdictPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        sortOptions = false,
        description = {
            "Proves that every case of a net can end, that no token is left at its end, and that every task can be carried out;",
            "or shows a shortest counterexample, the faulty nodes, and a fix. For a file of rules it proves the same as 'mill rules'."
        })
final class VerifyCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "YAWL specifications, facts, plain nets in PNML or LoLA's form; rules ('*.deps'). FILE#NAME is one of several specifications in a file.")
    private List<Path> named = List.of();

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description = "Rules ('*.deps'): proves that every case can also end under these rules.")
    private @Nullable Path rules;

    @Option(names = "--json", description = "One JSON object a line, one for each file.")
    private boolean json;

    @Option(names = "--orjoin", paramLabel = "READING", description = "paper or optimistic: how OR-joins look ahead, regardless of the file.")
    private @Nullable OrJoin orJoin;

    @Option(names = "--max-states", paramLabel = "N", description = "Explore at most N states of a net (1000000).")
    private int maxStates = Verifier.DEFAULT_MAX_STATES;

    @Option(
            names = "--draw",
            paramLabel = "OUT",
            description = "Draw a picture of each problem: a file to write (.svg, .png), or a folder with a picture for each file.")
    private @Nullable Path draw;

    @Mixin
    private Pictures pictures = new Pictures();

    private final Screen screen;

    VerifyCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        if (maxStates < 1) {
            throw new RefusedException(Code.BAD_USE.with("'--max-states' is at least 1, not " + maxStates));
        }
        List<Path> files = new ArrayList<>();
        for (Path named : this.named) {
            files.addAll(NetFiles.each(named));
        }
        if (draw != null && files.size() > 1) {
            Files.createDirectories(draw);
        }
        RuledNet ruled = rules == null ? null : RuledNet.read(rules, orJoin, maxStates);
        Verifier verifier = Verifier.standard().maxStates(maxStates).reading(orJoin);
        VerifyReport report = new VerifyReport(screen);
        int sound = 0;
        int status = Mill.FINE;
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            if (file.toString().endsWith(".deps")) {
                int answer = new RulesCommand(screen).check(file, json);
                sound += answer == Mill.FINE ? 1 : 0;
                status = Math.max(status, answer);
                continue;
            }
            progress("verifying " + file + (files.size() > 1 ? ", " + (i + 1) + " of " + files.size() : ""));
            Verified verified = Verified.of(file, verifier);
            verified = ruled == null ? verified : ruled.verified(verified);
            wipe();
            show(verified, report);
            draw(verified);
            sound += verified.answer().isSound() ? 1 : 0;
            status = Math.max(status, status(verified));
        }
        if (!json && files.size() > 1) {
            screen.println(sound + " of " + files.size() + (files.size() > named.size() ? " specifications" : " files") + " are sound");
        }
        return status;
    }

    private static int status(Verified verified) {
        return switch (verified.answer().verdict()) {
            case SOUND -> Mill.FINE;
            case UNSOUND, UNKNOWN -> Mill.NO;
            case INVALID -> Mill.CANNOT_ASK;
        };
    }

    private void show(Verified verified, VerifyReport report) {
        if (json) {
            screen.println(verified.data().json());
            screen.flush();
        } else {
            report.print(verified);
        }
        if (verified.content() == null) {
            verified.answer().reasons().forEach(screen::complain);
        }
    }

    private void draw(Verified verified) throws IOException {
        if (draw == null || verified.content() == null) {
            return;
        }
        List<View> views = switch (verified.content()) {
            case NetFiles.Content.Yawl yawl -> VerdictPicture.views(yawl.net(), verified.answer());
            case NetFiles.Content.Plain plain -> VerdictPicture.views(plain.net(), plain.layout(), verified.answer());
        };
        pictures.write(screen, views, Files.isDirectory(draw) ? draw.resolve(verified.file().getFileName() + ".svg") : draw);
    }

    private void progress(String what) {
        if (screen.live() && !json) {
            screen.out().print(screen.style(Style.FAINT, Columns.cut(what, screen.width() - 1)));
            screen.flush();
        }
    }

    private void wipe() {
        if (screen.live() && !json) {
            screen.out().print("\r\u001b[K");
        }
    }
}

package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.id.CaseId;
import io.millrace.net.Specification;
import io.millrace.net.draw.Marks;
import io.millrace.net.draw.Svg;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "draw",
        sortOptions = false,
        description = "Draws a net in YAWL's symbols, as SVG or, if the file to write ends in .dot, for Graphviz.")
final class DrawCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A YAWL specification, facts, or a plain net in PNML or LoLA's form.")
    private Path file = Path.of("");

    @Option(names = {"-o", "--output"}, paramLabel = "OUT", description = "The file to write; standard output if none is named.")
    private @Nullable Path output;

    @Option(names = "--case", paramLabel = "CASE", description = "Shows the tokens of a case in the journal, and of its sub-cases.")
    private @Nullable String caseId;

    @Option(names = "--tokens", paramLabel = "TOKENS", description = "Shows these tokens, as in 'c1, c2*2, c(a,b), exec(t)'.")
    private @Nullable String tokens;

    @Mixin
    private AtOption at = new AtOption();

    @Mixin
    private JournalOptions journal = new JournalOptions();

    private final Screen screen;

    DrawCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        boolean dot = output != null && output.toString().endsWith(".dot");
        NetFiles.Content content = NetFiles.read(file);
        if (caseId != null || tokens != null || at.isGiven()) {
            if (dot || !(content instanceof NetFiles.Content.Yawl yawl)) {
                throw new RefusedException(Code.BAD_USE.with("Tokens are shown in pictures of YAWL nets, as SVG"));
            }
            NetFiles.write(screen, Svg.of(yawl.net(), Marks.tokens(marked(yawl.net()))), output);
        } else {
            NetFiles.write(screen, (dot ? NetFiles.Form.DOT : NetFiles.Form.SVG).write(content), output);
        }
        return Mill.FINE;
    }

    private Map<String, Map<String, Integer>> marked(Specification net) {
        if (caseId == null && at.isGiven()) {
            throw new RefusedException(Code.BAD_USE.with("'--at' says when a case is looked at: name the case with '--case'"));
        }
        if (caseId == null) {
            return Tokens.parse(net, tokens == null ? "" : tokens);
        }
        if (tokens != null) {
            throw new RefusedException(Code.BAD_USE.with("'--tokens' says where tokens are, and so does '--case': use one of them"));
        }
        try (Journal records = JournalOptions.records(journal.look(), List.of(new NetLanguage()))) {
            List<CaseDetails> family = records.at(journal.tenant(), at.moment(Instant.now())).family(CaseId.parse(caseId));
            CaseInfo root = family.getFirst().info();
            if (root.status().isOpen() && family.getFirst().standing().isNothing()) {
                throw new RefusedException(Code.NO_CODE.with(root.process(), root.version()));
            }
            return Tokens.of(net, family);
        }
    }
}

package io.millrace.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "convert",
        sortOptions = false,
        description = "Converts a net to another format. Formats other than YAWL lose the layout, forms and documentation of a YAWL file.")
final class ConvertCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A YAWL specification, facts, or a plain net in PNML or LoLA's form.")
    private Path file = Path.of("");

    @Option(names = "--to", required = true, paramLabel = "FORM", description = "yawl, facts, pnml, dot or svg.")
    private NetFiles.Form form = NetFiles.Form.YAWL;

    @Option(names = {"-o", "--output"}, paramLabel = "OUT", description = "The file to write; the default is standard output.")
    private @Nullable Path output;

    private final Screen screen;

    ConvertCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        NetFiles.Content content = NetFiles.read(file);
        NetFiles.write(screen, form.write(content), output);
        int clauses = form == NetFiles.Form.YAWL ? NetFiles.clauses(content) : 0;
        if (clauses > 0) {
            screen.complain((clauses == 1 ? "One clause" : clauses + " clauses") + " beside the net " + (clauses == 1 ? "has" : "have")
                    + " no form in YAWL and " + (clauses == 1 ? "is" : "are") + " not in the result: goals that call "
                    + (clauses == 1 ? "it" : "them") + " will fail there.");
        }
        return Mill.FINE;
    }
}

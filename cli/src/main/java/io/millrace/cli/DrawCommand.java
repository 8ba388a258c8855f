package io.millrace.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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

    private final Screen screen;

    DrawCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException {
        boolean dot = output != null && output.toString().endsWith(".dot");
        NetFiles.Form form = dot ? NetFiles.Form.DOT : NetFiles.Form.SVG;
        NetFiles.write(screen, form.write(NetFiles.read(file)), output);
        return Mill.FINE;
    }
}

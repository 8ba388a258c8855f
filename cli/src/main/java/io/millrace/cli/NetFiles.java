package io.millrace.cli;

import io.millrace.draw.Svg;
import io.millrace.language.Finding;
import io.millrace.net.NetLayout;
import io.millrace.net.Specification;
import io.millrace.net.draw.Dot;
import io.millrace.net.draw.NetPicture;
import io.millrace.net.file.Clauses;
import io.millrace.net.file.NetFile;
import io.millrace.net.file.Reading;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.testkit.FilePart;
import io.millrace.verify.PlainNet;
import io.millrace.verify.file.PlainForm;
import io.millrace.verify.file.PlainNetFile;
import io.millrace.verify.file.PlainPicture;
import io.millrace.verify.file.PlainReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Nets in files, for the commands that read them. */
final class NetFiles {
    /** What a file can hold. */
    sealed interface Content {
        /**
         * A specification, and what deploying it would warn of.
         *
         * @param findings empty where nobody asked
         */
        record Yawl(Specification net, List<Finding> findings) implements Content {}

        /** A plain net, and how its file draws it, or null. */
        record Plain(PlainNet net, @Nullable NetLayout layout) implements Content {}
    }

    /** What a net can be written as. */
    enum Form {
        YAWL,
        FACTS,
        PNML,
        DOT,
        SVG;

        String write(Content content) {
            return switch (content) {
                case Content.Yawl yawl -> write(yawl.net());
                case Content.Plain(PlainNet net, NetLayout layout) -> this == SVG ? PlainPicture.svg(net, layout) : write(net);
            };
        }

        private String write(Specification net) {
            return switch (this) {
                case YAWL -> NetFile.toYawl(net);
                case FACTS -> NetFile.toFacts(net);
                case PNML -> PlainNetFile.toPnml(PlainForm.of(net));
                case DOT -> Dot.of(net);
                case SVG -> Svg.of(NetPicture.of(net));
            };
        }

        private String write(PlainNet net) {
            return switch (this) {
                case YAWL, FACTS ->
                    throw new RefusedException(Code.NOT_WRITABLE.with(net.name(), this == YAWL ? "YAWL" : "facts", "it is a plain Petri net"));
                case PNML -> PlainNetFile.toPnml(net);
                case DOT -> PlainPicture.dot(net);
                case SVG -> PlainPicture.svg(net, null);
            };
        }
    }

    private NetFiles() {}

    /** Whether a file is to be read as a net: everything but Java, and what another language reads. */
    static boolean isNet(Path path) throws IOException {
        Path file = FilePart.of(Path.of(""), path.toString()).file();
        String name = String.valueOf(file.getFileName());
        if (!Files.isRegularFile(file)) {
            // A name without an ending is that of a Java process; anything else is a file that is not there.
            return name.contains(".");
        }
        if (name.endsWith(".java")) {
            return false;
        }
        String text = name.endsWith(".pl") ? NetFile.text(Files.readAllBytes(file)) : "";
        return !name.endsWith(".pl") || !new WorkflowProlog().reads(name, text);
    }

    /** What a file holds, even if its nets are wrong in themselves. */
    static Content read(Path file) throws IOException {
        return read(file, (reading, text) -> new Content.Yawl(reading.orRefuse(), List.of()));
    }

    /** What a file holds, if it could be deployed. */
    static Content readChecked(Path file) throws IOException {
        return read(file, (reading, text) ->
                new Content.Yawl(NetLanguage.checked(reading, file.toString(), text), NetLanguage.findings(reading)));
    }

    /** A file, or each of the specifications that it holds, named as {@code file#specification}. */
    static List<Path> each(Path file) throws IOException {
        FilePart named = FilePart.of(Path.of(""), file.toString());
        if (named.process() != null || !Files.isRegularFile(file)) {
            return List.of(file);
        }
        List<NetFile.Part> parts = NetFile.parts(NetFile.text(Files.readAllBytes(file)));
        return parts.size() < 2
                ? List.of(file)
                : parts.stream().map(part -> FilePart.named(file, Specification.process(part.name()))).distinct().toList();
    }

    private static Content read(Path path, BiFunction<Reading, String, Content> accepted) throws IOException {
        FilePart named = FilePart.of(Path.of(""), path.toString());
        Path file = named.file();
        if (!Files.exists(file)) {
            throw new RefusedException(Code.NO_SUCH_FILE.with(file));
        }
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new RefusedException(Code.UNREADABLE.with(file, "it is not a file that can be read"));
        }
        String name = file.toString();
        String whole = NetFile.text(Files.readAllBytes(file));
        String text = named.process() == null ? whole : named.meant(new NetLanguage().parts(name, whole)).getFirst().source();
        return PlainNetFile.isPlain(name, text)
                ? plain(PlainNetFile.read(name, text))
                : accepted.apply(NetFile.read(name, text), text);
    }

    private static Content plain(PlainReading reading) {
        return new Content.Plain(reading.orRefuse(), reading.layout());
    }

    /** How many clauses a file of facts holds beside the net. */
    static int clauses(Content content) {
        return content instanceof Content.Yawl yawl && yawl.net().attachment() instanceof Clauses clauses ? clauses.texts().size() : 0;
    }

    /** Writes to a file, or to standard output if none is named. */
    static void write(Screen screen, String text, @Nullable Path file) throws IOException {
        if (file == null) {
            screen.out().print(text);
            return;
        }
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    static RefusedException unwritable(Path file, IOException e) {
        return new RefusedException(Code.UNWRITABLE.with(file, reason(e)));
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT).replace(" exception", "");
    }
}

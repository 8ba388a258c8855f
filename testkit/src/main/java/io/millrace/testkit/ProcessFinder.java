package io.millrace.testkit;

import io.millrace.Millrace;
import io.millrace.ProcessProvider;
import io.millrace.algebra.run.RuledLanguage;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.net.End;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.net.run.NetLanguage;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds processes for {@code deploy} and {@code mill run}: a file in one of the languages, a Java file with a {@link ProcessProvider}, or a
 * Java process on the class path by its name.
 */
public final class ProcessFinder {
    private ProcessFinder() {}

    /**
     * The process of a file or name; throws a {@link RefusedException} if there is none.
     *
     * @param folder the folder of the file
     * @param as the name of the process, or null for its own
     */
    public static ProcessProvider find(Path folder, String fileOrName, @Nullable String as) {
        return find(folder, fileOrName, as, null);
    }

    /**
     * The same with an end of its own for a net.
     *
     * @param end when the net is over, whatever its file says; null for what that says
     */
    static ProcessProvider find(Path folder, String fileOrName, @Nullable String as, @Nullable End end) {
        FilePart named = FilePart.of(folder, fileOrName);
        ProcessProvider found = Files.isRegularFile(named.file()) ? inFile(named, as, end, false).getFirst() : onClassPath(fileOrName);
        return as == null || found.process().contract().name().equals(as) ? found : renamed(found, as);
    }

    /** All processes of a file that holds several and of which none is named, such as {@code orders.yawl#billing}; otherwise the one. */
    static List<ProcessProvider> findAll(Path folder, String fileOrName, @Nullable String as, @Nullable End end) {
        FilePart named = FilePart.of(folder, fileOrName);
        return as == null && Files.isRegularFile(named.file())
                ? inFile(named, null, end, true)
                : List.of(find(folder, fileOrName, as, end));
    }

    /** A process under the rules of a file. */
    public static ProcessProvider under(ProcessProvider provider, Path folder, String rules) {
        Path file = folder.resolve(rules);
        try {
            Compiled<?> process = RuledLanguage.with(provider.process(), rules, Files.readString(file));
            return provided(provider.name(), process, provider::equip);
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())));
        }
    }

    /** The Java processes on the class path. */
    public static List<ProcessProvider> providers() {
        List<ProcessProvider> providers = new ArrayList<>();
        ServiceLoader.load(ProcessProvider.class).forEach(providers::add);
        return providers;
    }

    private static ProcessProvider onClassPath(String name) {
        return providers().stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.NO_SUCH_PROCESS.with(name)));
    }

    private static List<ProcessProvider> inFile(FilePart named, @Nullable String as, @Nullable End end, boolean all) {
        Path file = named.file();
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(".java")) {
            return List.of(JavaFile.load(file));
        }
        String source;
        try {
            // XML says itself in which encoding it is.
            source = name.endsWith(".pl") || name.endsWith(".deps") ? Files.readString(file) : NetFile.text(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new RefusedException(Code.UNREADABLE.with(file, String.valueOf(e.getMessage())));
        }
        for (Language language : ServiceLoader.load(Language.class)) {
            if (language.reads(name, source)) {
                List<Language.Part> parts = named.meant(language.parts(name, source));
                // The text of the whole says itself that one process has to be named.
                List<Language.Part> compiled = parts.size() == 1 || all ? parts : List.of(new Language.Part(name, source));
                return compiled.stream().map(part -> provided(language, name, part, as, end)).toList();
            }
        }
        throw new RefusedException(Code.UNKNOWN_LANGUAGE.with(file));
    }

    private static ProcessProvider provided(
            Language language, String name, Language.Part part, @Nullable String as, @Nullable End end) {
        String process = as == null ? part.process() : as;
        String text = end != null && language instanceof NetLanguage ? ending(name, part.source(), end) : part.source();
        return provided(process, language.compile(process, name, text), mill -> {});
    }

    /** A net's text with another end: the text is what an engine keeps, so that it must say it. */
    private static String ending(String name, String source, End end) {
        Specification specification = NetFile.read(name, source).orRefuse().end(end);
        return NetFile.isXml(source) ? NetFile.toYawl(specification) : NetFile.toFacts(specification);
    }

    private static ProcessProvider renamed(ProcessProvider provider, String as) {
        return provided(as, new Renamed<>(provider.process(), as), provider::equip);
    }

    private static ProcessProvider provided(
            String name, Compiled<?> process, java.util.function.Consumer<Millrace> equipment) {
        return new ProcessProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Compiled<?> process() {
                return process;
            }

            @Override
            public void equip(Millrace mill) {
                equipment.accept(mill);
            }
        };
    }
}

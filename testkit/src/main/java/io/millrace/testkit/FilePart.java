package io.millrace.testkit;

import io.millrace.language.Language;
import io.millrace.net.Specification;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A file as people name it, with one of the processes in it if it holds several: {@code orders.yawl#billing}.
 *
 * @param file the file
 * @param process the process that is meant, or null if none is named
 */
public record FilePart(Path file, @Nullable String process) {
    private static final char SEPARATOR = '#';

    /** What a text names. A file whose own name has a {@code #} is found by its name. */
    public static FilePart of(Path folder, String named) {
        Path file = folder.resolve(named);
        int separator = named.lastIndexOf(SEPARATOR);
        if (separator <= 0 || Files.exists(file) || !Files.isRegularFile(folder.resolve(named.substring(0, separator)))) {
            return new FilePart(file, null);
        }
        return new FilePart(folder.resolve(named.substring(0, separator)), named.substring(separator + 1));
    }

    /** How a part of a file is named. */
    public static Path named(Path file, String process) {
        return Path.of(file.toString() + SEPARATOR + process);
    }

    /** Those of all parts of the file that are meant: the one that is named, or all. */
    public List<Language.Part> meant(List<Language.Part> all) {
        if (process == null) {
            return all;
        }
        String wanted = Specification.process(process);
        List<Language.Part> found = all.stream().filter(each -> each.process().equals(wanted)).toList();
        if (found.isEmpty()) {
            String known = all.stream().map(each -> "'" + each.process() + "'").collect(Collectors.joining(", "));
            throw new RefusedException(Code.NO_SUCH_PART.with(file, process, known));
        }
        // Several of one name are versions, in the order of the file.
        return List.of(found.getLast());
    }
}

package io.millrace.net.file;

import io.millrace.logic.read.Source;
import io.millrace.net.Checks;
import io.millrace.net.Fault;
import io.millrace.net.Specification;
import io.millrace.net.text.Notes;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading a file.
 *
 * @param specification what it says, or null if there are problems
 * @param problems everything that is wrong, in the order of the file
 * @param warnings what was understood and will not be enforced, a sentence each, for whoever deploys it
 */
public record Reading(@Nullable Specification specification, List<Problem> problems, List<String> warnings) {
    public Reading {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }

    /** The specification, if nothing is wrong with its nets either; each refusal shows the line in the text that was read. */
    public Specification checked(String file, String text) {
        Specification read = orRefuse();
        Source source = Source.of(file, text);
        List<Problem> faults = Checks.faults(read).stream().map(fault -> shown(fault, source)).toList();
        return new Reading(faults.isEmpty() ? read : null, faults, warnings).orRefuse();
    }

    private static Problem shown(Fault fault, Source source) {
        String marked = fault.place() == null ? "" : "\n" + Notes.marked(source, fault.place());
        return new Problem(fault.problem().code(), fault + marked);
    }

    /** The specification, or a refusal that says everything that is wrong. */
    public Specification orRefuse() {
        if (specification != null) {
            return specification;
        }
        String all = problems.stream().map(Problem::message).collect(Collectors.joining("\n"));
        throw new RefusedException(new Problem(problems.getFirst().code(), all));
    }
}

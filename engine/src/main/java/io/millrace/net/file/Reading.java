package io.millrace.net.file;

import io.millrace.logic.read.Source;
import io.millrace.net.Checks;
import io.millrace.net.Fault;
import io.millrace.net.Place;
import io.millrace.net.Specification;
import io.millrace.net.text.Notes;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading a file.
 *
 * @param specification what it says, or null if there are problems
 * @param problems everything that is wrong, in the order of the file
 * @param warnings what was understood and will not be enforced, a sentence each, for whoever deploys it
 * @param located where a fault of a net that was read stands in the file
 */
public record Reading(
        @Nullable Specification specification, List<Problem> problems, List<String> warnings, Function<Fault, @Nullable Place> located) {
    public Reading {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }

    /** A reading whose faults stand where the model says. */
    public Reading(@Nullable Specification specification, List<Problem> problems, List<String> warnings) {
        this(specification, problems, warnings, Fault::place);
    }

    /** The specification, if nothing is wrong with its nets either; each refusal shows the line in the text that was read. */
    public Specification checked(String file, String text) {
        Specification read = orRefuse();
        refuse(Checks.faults(read), file, text);
        return read;
    }

    /** Refuses a specification that was read from a text if it has faults, each with its line. */
    public void refuse(List<Fault> faults, String file, String text) {
        if (!faults.isEmpty()) {
            Source source = Source.of(file, text);
            List<Problem> shown = faults.stream().map(fault -> shown(fault, source)).toList();
            new Reading(null, shown, warnings).orRefuse();
        }
    }

    private Problem shown(Fault fault, Source source) {
        Place place = located.apply(fault);
        String marked = place == null ? "" : "\n" + Notes.marked(source, place);
        return new Problem(fault.problem().code(), fault.at(place) + marked);
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

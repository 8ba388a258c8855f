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
 * The result of reading a file. Immutable.
 *
 * @param specification the specification, or null if there are problems
 * @param problems all problems, in the order of the file
 * @param warnings properties that are read but not enforced, a sentence each
 * @param located the place of a fault in the file
 */
public record Reading(
        @Nullable Specification specification, List<Problem> problems, List<String> warnings, Function<Fault, @Nullable Place> located) {
    public Reading {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }

    /** A reading whose faults have the places of the model. */
    public Reading(@Nullable Specification specification, List<Problem> problems, List<String> warnings) {
        this(specification, problems, warnings, Fault::place);
    }

    /** Returns the specification, if its nets are also valid; otherwise throws a refusal with the lines of the text. */
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

    /** Returns the specification, or throws a refusal with all problems. */
    public Specification orRefuse() {
        if (specification != null) {
            return specification;
        }
        String all = problems.stream().map(Problem::message).collect(Collectors.joining("\n"));
        throw new RefusedException(new Problem(problems.getFirst().code(), all));
    }
}

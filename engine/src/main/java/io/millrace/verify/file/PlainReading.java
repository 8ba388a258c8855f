package io.millrace.verify.file;

import io.millrace.net.NetLayout;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.verify.PlainNet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading a file with a plain net.
 *
 * @param net the net, or null if there are problems
 * @param problems all problems, in the order in which they were found
 * @param layout the layout of the net in the file, by the nodes of {@link PlainPicture}; null if it has none
 */
public record PlainReading(@Nullable PlainNet net, List<Problem> problems, @Nullable NetLayout layout) {
    public PlainReading {
        problems = List.copyOf(problems);
    }

    static PlainReading of(PlainNet net) {
        return of(net, null);
    }

    static PlainReading of(PlainNet net, @Nullable NetLayout layout) {
        return new PlainReading(net, List.of(), layout);
    }

    static PlainReading wrong(List<Problem> problems) {
        return new PlainReading(null, problems, null);
    }

    /** Returns the net, or throws a refusal with all problems. */
    public PlainNet orRefuse() {
        if (net != null) {
            return net;
        }
        String all = problems.stream().map(Problem::message).collect(Collectors.joining("\n"));
        throw new RefusedException(new Problem(problems.getFirst().code(), all));
    }
}

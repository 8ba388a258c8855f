package io.millrace.verify.file;

import io.millrace.net.NetLayout;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.verify.PlainNet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading a file with a plain net.
 *
 * @param net what it says, or null if there are problems
 * @param problems everything that is wrong, in the order in which it was found
 * @param layout how the file draws the net, by the nodes of {@link PlainPicture}; null if it does not
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

    /** The net, or a refusal that says everything that is wrong. */
    public PlainNet orRefuse() {
        if (net != null) {
            return net;
        }
        String all = problems.stream().map(Problem::message).collect(Collectors.joining("\n"));
        throw new RefusedException(new Problem(problems.getFirst().code(), all));
    }
}

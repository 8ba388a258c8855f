package io.millrace.verify;

import io.millrace.net.Net;
import io.millrace.net.NetGenerator;
import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import java.util.List;

/** Generated specifications of one net without sub-nets, and their models. */
final class Generated {
    private Generated() {}

    /** The net of a seed: up to so many tasks, in one reading or the other. */
    static Specification flat(long seed, int size) {
        Net net = new NetGenerator(seed, 3 + (int) (seed % (size - 2))).flat();
        return Specification.of("generated", net.name(), List.of(net)).orJoin(OrJoin.values()[(int) (seed / size % 2)]);
    }

    static Model model(Specification specification) {
        try {
            return NetModel.alone(new NetGraph(specification.nets().getFirst()), specification.orJoin());
        } catch (NetModel.TooLargeException e) {
            throw new AssertionError(e);
        }
    }
}

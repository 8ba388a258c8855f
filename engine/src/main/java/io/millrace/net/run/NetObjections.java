package io.millrace.net.run;

import io.millrace.net.Decomposition;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.Specification;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.work.Pool;
import java.util.ArrayList;
import java.util.List;

/** Why cases of a net get stuck that is sound: something from outside that they wait for can never come. */
final class NetObjections {
    private NetObjections() {}

    /** @param process the name under which it is deployed */
    static List<Problem> of(String process, Specification specification) {
        List<Problem> all = new ArrayList<>();
        Pool agents = specification.agents();
        if (agents != null) {
            unqualified(process, specification, agents, all);
        }
        List<String> missing = FactChecks.of(specification);
        if (!missing.isEmpty()) {
            all.add(Code.NET_INCOMPLETE.with(process, String.join("; ", missing)));
        }
        return all;
    }

    /** Each task that the process leaves to its own agents has one who is qualified. */
    private static void unqualified(String process, Specification specification, Pool agents, List<Problem> all) {
        for (Net net : specification.nets()) {
            for (NetTask task : net.tasks()) {
                if (task.decomposition() instanceof Decomposition.Atomic work
                        && agents.name().equals(work.work().performers().pool())
                        && agents.agents().stream().allMatch(agent -> agent.cost(process, task.name()) == null)) {
                    all.add(Code.NOBODY_QUALIFIED.with(process, task.name()));
                }
            }
        }
    }
}

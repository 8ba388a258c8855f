package io.millrace.net.file;

import io.millrace.logic.term.Int;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.net.file.FactTerms.WrongFact;
import io.millrace.work.Agent;
import io.millrace.work.Allocation;
import io.millrace.work.Pool;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts about the agents that a process brings along, as the event calculus paper writes them: {@code agent(Agent)} and
 * {@code qualified(Agent, Task, Cost)}, and {@code role(Agent, Role)} of an agent.
 */
final class AgentFacts {
    private final Map<String, Agent> agents = new LinkedHashMap<>();
    private String strategy = Allocation.CHEAPEST;
    private boolean starts = true;

    /** The first pass, which tells agents from people who are only named. */
    void declare(Struct fact, FactTerms terms) {
        if (fact.is("agent", 1)) {
            String name = terms.name(fact.arg(0));
            agents.putIfAbsent(name, Agent.named(name));
        }
    }

    boolean areNamed() {
        return !agents.isEmpty();
    }

    void strategy(String name) {
        strategy = name;
    }

    void starts(boolean bySystem) {
        starts = bySystem;
    }

    /** The second pass. False if it does not say anything about an agent. */
    boolean take(Struct fact, FactTerms terms) {
        if (fact.is("agent", 1)) {
            return true;
        }
        if (fact.is("qualified", 3) && areNamed()) {
            Agent qualified = agents.get(terms.name(fact.arg(0)));
            if (qualified == null) {
                throw new WrongFact("there is no agent " + terms.shown(fact.arg(0)) + "; declare it with agent/1");
            }
            BigDecimal cost = cost(fact.arg(2), terms);
            agents.put(qualified.name(), qualified.qualified(new Agent.Qualification(terms.name(fact.arg(1)), "", cost)));
            return true;
        }
        Agent agent = fact.is("role", 2) ? agents.get(terms.name(fact.arg(0))) : null;
        if (agent != null) {
            List<String> roles = new ArrayList<>(agent.roles());
            roles.add(terms.name(fact.arg(1)));
            agents.put(agent.name(), agent.roles(roles.stream().distinct().toArray(String[]::new)));
            return true;
        }
        return false;
    }

    private static BigDecimal cost(Term given, FactTerms terms) {
        BigDecimal cost = switch (given.deref()) {
            case Int number -> BigDecimal.valueOf(number.value());
            case Real number when Double.isFinite(number.value()) -> BigDecimal.valueOf(number.value());
            case Term other -> throw new WrongFact("a cost is a number, not " + terms.shown(other));
        };
        if (cost.signum() < 0) {
            throw new WrongFact("a cost is not negative");
        }
        return cost;
    }

    /** What one reads of the agents, or null if there are none. Each assignment starts the work, one after the other, as in the paper. */
    @Nullable Pool pool(String process) {
        if (agents.isEmpty()) {
            return null;
        }
        Pool pool = Pool.named(process).by(strategy).settling().agents(List.copyOf(agents.values()));
        return starts ? pool.starting() : pool;
    }
}

package io.millrace.algebra;

import io.millrace.algebra.Lexer.Token;
import io.millrace.algebra.Parser.Tokens;
import io.millrace.logic.read.Source;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a task agent: {@code agent NAME { state -> state : event attributes; … }}. The first state is the initial one. */
final class AgentReader {
    private final Source source;
    private final Tokens tokens;
    private final RuleModule module;

    AgentReader(Source source, Tokens tokens, RuleModule module) {
        this.source = source;
        this.tokens = tokens;
        this.module = module;
    }

    void read() {
        Token name = tokens.name("the name of the agent");
        try {
            body(name);
        } catch (Wrong wrong) {
            module.add(wrong.problem());
            tokens.skipTo('}', wrong.offset());
        }
    }

    private void body(Token name) {
        List<String> parameters = new ArrayList<>();
        if (tokens.skip("[")) {
            do {
                parameters.add(tokens.name("the name of a parameter").text());
            } while (tokens.skip(","));
            tokens.expect("]");
        }
        tokens.expect("{");
        Map<String, EventType> events = new LinkedHashMap<>();
        List<TaskAgent.Step> steps = new ArrayList<>();
        while (!tokens.peek().is("}")) {
            transition(name.text(), parameters, events, steps);
        }
        tokens.expect("}");
        if (steps.isEmpty()) {
            throw Wrong.at(source, name.offset(), "agent '" + name.text() + "' has no transition");
        }
        if (steps.size() > TaskAgent.MOST_STEPS) {
            throw Wrong.at(source, name.offset(), Code.RULES_TOO_LARGE,
                    "agent '" + name.text() + "' has " + steps.size() + " transitions; at most " + TaskAgent.MOST_STEPS + " are read");
        }
        TaskAgent agent = new TaskAgent(name.text(), parameters, steps);
        for (EventType event : events.values()) {
            boolean repeats = agent.loops(event.name());
            List<String> all = new ArrayList<>(event.parameters());
            if (repeats) {
                all.add("ordinal");
            }
            EventType complete = new EventType(event.name(), all, event.control(), event.repeating(), event.agent(),
                    event.occasion().map(occasion -> Occasions.usual(occasion, all)), true);
            if (module.byName().putIfAbsent(event.name(), complete) != null) {
                throw Wrong.at(source, name.offset(), Code.RULES_EVENT, "event '" + event.name() + "' is declared twice");
            }
        }
        for (Patterns.Made rule : agent.assumptions()) {
            module.rules().add(new RuleModule.Rule(rule.name(), true, rule.form(), Optional.empty(), source, name.offset()));
        }
    }

    private void transition(String agent, List<String> parameters, Map<String, EventType> events, List<TaskAgent.Step> steps) {
        List<String> from = new ArrayList<>();
        do {
            from.add(tokens.name("a state").text());
        } while (tokens.skip(","));
        tokens.expect("->");
        String to = tokens.ruleName().text();
        tokens.expect(":");
        Token event = tokens.name("an event");
        String called = tokens.skipWord("as") ? tokens.name("the name of the event").text() : agent + ":" + event.text();
        Parser.Attributes attributes = new Parser.Attributes(source, tokens);
        List<String> all = new ArrayList<>(parameters);
        attributes.read(agent + ":" + event.text(), all);
        tokens.expect(";");
        EventType type = attributes.event(called, all, agent);
        events.merge(called, type, (known, again) -> again.control() == Control.FLEXIBLE ? known : again);
        from.forEach(state -> steps.add(new TaskAgent.Step(state, to, called)));
    }
}

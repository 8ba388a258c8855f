package io.millrace.algebra;

import io.millrace.algebra.Lexer.Kind;
import io.millrace.algebra.Lexer.Token;
import io.millrace.algebra.Parser.Tokens;
import io.millrace.algebra.RuleModule.Constraint;
import io.millrace.algebra.RuleModule.Rule;
import io.millrace.logic.read.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Named constraints: {@code response(a, b)} as automata, and {@code saga(t1/r1, t2)} and its like as rules of the algebra. */
final class Macros {
    /** What stands between the commas: events or tasks, and a second one behind a slash. */
    record Operand(List<String> names, String second, int offset) {
        String name() {
            return names.getFirst();
        }
    }

    private final Source source;
    private final Tokens tokens;
    private final RuleModule module;
    private final Token rule;
    private final boolean assumed;
    private int made;

    Macros(Source source, Tokens tokens, RuleModule module, Token rule, boolean assumed) {
        this.source = source;
        this.tokens = tokens;
        this.module = module;
        this.rule = rule;
        this.assumed = assumed;
    }

    static boolean isKnown(String name) {
        return Declare.named(name).isPresent() || Patterns.named(name).isPresent();
    }

    /** Whether a named constraint comes next, as far as a name and a parenthesis tell. */
    static boolean isNamed(Tokens tokens) {
        Token name = tokens.peek();
        if (name.kind() != Kind.NAME || name.isWord("not")) {
            return false;
        }
        tokens.next();
        boolean called = tokens.peek().is("(");
        tokens.rewind(name.offset());
        return called;
    }

    void read() {
        Token name = tokens.name("a named constraint");
        if (!isKnown(name.text())) {
            Set<String> known = new TreeSet<>(Patterns.names());
            for (Declare each : Declare.values()) {
                known.add(each.name().toLowerCase(Locale.ROOT));
            }
            throw Wrong.at(source, name.offset(),
                    "there is no named constraint '" + name.text() + "'; there are " + String.join(", ", known));
        }
        tokens.expect("(");
        List<Integer> numbers = new ArrayList<>();
        List<Operand> operands = new ArrayList<>();
        do {
            if (tokens.peek().kind() == Kind.NUMBER) {
                numbers.add(tokens.number());
            } else {
                operands.add(operand());
            }
        } while (tokens.skip(","));
        tokens.expect(")");
        Optional<Declare> template = Declare.named(name.text());
        if (template.isPresent()) {
            constraint(name, template.get(), numbers, operands);
            return;
        }
        Patterns pattern = Patterns.named(name.text()).orElseThrow();
        String wanted = pattern.wrong(operands, numbers);
        if (!wanted.isEmpty()) {
            throw Wrong.at(source, name.offset(), "'" + name.text() + "' is written " + wanted);
        }
        for (Patterns.Made each : pattern.rules(operands)) {
            add(each.name(), each.assumed() || assumed, each.form(), Optional.empty());
        }
        pattern.controls(operands).forEach(module.defaults()::putIfAbsent);
    }

    private Operand operand() {
        int offset = tokens.peek().offset();
        List<String> names = new ArrayList<>();
        if (tokens.skip("{")) {
            do {
                names.add(tokens.name("an event").text());
            } while (tokens.skip(","));
            tokens.expect("}");
        } else {
            names.add(tokens.name("an event").text());
        }
        String second = tokens.skip("/") ? tokens.name("the task that compensates").text() : "";
        return new Operand(names, second, offset);
    }

    private void constraint(Token name, Declare template, List<Integer> numbers, List<Operand> operands) {
        boolean fits = operands.size() == template.events()
                && numbers.size() <= (template.counts() ? 1 : 0)
                && operands.stream().allMatch(each -> each.second().isEmpty());
        int count = numbers.isEmpty() ? 1 : numbers.getFirst();
        if (!fits || count < 1 || count > Declare.MOST_COUNTED) {
            String use = template.counts()
                    ? "(N, event), with N from 1 to " + Declare.MOST_COUNTED
                    : template.events() == 1 ? "(event)" : "(event, event)";
            throw Wrong.at(source, name.offset(), "'" + name.text() + "' is written " + name.text() + use);
        }
        List<String> first = operands.getFirst().names();
        List<String> second = operands.size() > 1 ? operands.getLast().names() : List.of();
        if (first.stream().anyMatch(second::contains)) {
            throw Wrong.at(source, name.offset(), "'" + name.text() + "' is about two different events");
        }
        String text = name.text() + "(" + (template.counts() ? count + ", " : "") + String.join(", ", operands.stream()
                .map(each -> each.names().size() == 1 ? each.name() : "{" + String.join(", ", each.names()) + "}")
                .toList()) + ")";
        add("", assumed, new Form.Truth(true), Optional.of(new Constraint(template, count, first, second, text)));
    }

    private void add(String suffix, boolean assume, Form form, Optional<Constraint> constraint) {
        made++;
        String called = suffix.isEmpty() ? made == 1 ? rule.text() : rule.text() + "." + made : rule.text() + "." + suffix;
        module.rules().add(new Rule(called, assume, form, constraint, source, rule.offset()));
    }
}

package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import io.millrace.algebra.Lexer.Kind;
import io.millrace.algebra.Lexer.Token;
import io.millrace.algebra.Parser.Tokens;
import io.millrace.logic.read.Source;
import java.util.ArrayList;
import java.util.List;

/** Reads expressions: {@code .} binds before {@code &}, that before {@code |}, and the arrows last. */
final class Expressions {
    /** Nesting deeper than this is no rule that a person wrote, and everything that walks an expression may recurse. */
    private static final int MOST_DEPTH = 100;

    private static final int MOST_CONSTANTS = 1_000;

    private final Source source;
    private final Tokens tokens;
    private int depth;

    Expressions(Source source, Tokens tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    Form read() {
        if (++depth > MOST_DEPTH) {
            throw tokens.wrong(tokens.peek(), "expressions lie more than " + MOST_DEPTH + " deep in each other");
        }
        Form left = alternatives();
        Token arrow = tokens.peek();
        Form form = switch (arrow.kind() == Kind.SIGN ? arrow.text() : "") {
            case "->" -> Form.or(not(left), right());
            case "=>" -> Form.or(not(left), Form.then(left, right()));
            case "<=" -> {
                Form earlier = right();
                yield Form.or(not(left), Form.then(earlier, left));
            }
            case "<" -> {
                Form later = right();
                yield Form.or(not(left), not(later), Form.then(left, later));
            }
            default -> left;
        };
        Token again = tokens.peek();
        if (again.is("->") || again.is("=>") || again.is("<=") || again.is("<")) {
            throw tokens.wrong(again, "a second " + again.shown() + " needs parentheses around the first");
        }
        depth--;
        return form;
    }

    private Form right() {
        tokens.next();
        return alternatives();
    }

    private static Form not(Form form) {
        return form instanceof Form.Occurs(Form.Event event, boolean negated) ? new Form.Occurs(event, !negated) : new Form.Not(form);
    }

    private Form alternatives() {
        List<Form> parts = new ArrayList<>(List.of(conjunction()));
        while (tokens.skip("|")) {
            parts.add(conjunction());
        }
        return parts.size() == 1 ? parts.getFirst() : new Form.Combined(Form.Operator.OR, parts);
    }

    private Form conjunction() {
        List<Form> parts = new ArrayList<>(List.of(sequence()));
        while (tokens.skip("&")) {
            parts.add(sequence());
        }
        return parts.size() == 1 ? parts.getFirst() : new Form.Combined(Form.Operator.AND, parts);
    }

    private Form sequence() {
        List<Form> parts = new ArrayList<>(List.of(unary()));
        while (tokens.skip(".")) {
            parts.add(unary());
        }
        return parts.size() == 1 ? parts.getFirst() : new Form.Combined(Form.Operator.THEN, parts);
    }

    private Form unary() {
        Token token = tokens.peek();
        if (tokens.skip("(")) {
            Form inside = read();
            tokens.expect(")");
            return inside;
        }
        if (tokens.skip("~")) {
            if (tokens.peek().is("(")) {
                throw tokens.wrong(tokens.peek(), "'~' is allowed only before an event; write not(…) for a whole expression");
            }
            return Form.never(event());
        }
        if (token.kind() != Kind.NAME) {
            throw tokens.wrong(token, "an event is expected, not " + token.shown());
        }
        return switch (token.text()) {
            case "true", "false" -> new Form.Truth(tokens.next().text().equals("true"));
            case "all", "some" -> quantified();
            case "not" -> {
                tokens.next();
                tokens.expect("(");
                Form inside = read();
                tokens.expect(")");
                yield not(inside);
            }
            default -> Form.on(event());
        };
    }

    private Form quantified() {
        boolean every = tokens.next().isWord("all");
        List<String> variables = new ArrayList<>();
        do {
            Token variable = tokens.name("a variable");
            if (!isVariable(variable.text())) {
                throw tokens.wrong(variable, "a variable begins with a small letter, unlike " + variable.shown());
            }
            variables.add(variable.text());
        } while (tokens.skip(","));
        List<String> domain = tokens.skipWord("in") ? domain() : List.of();
        tokens.expect(".");
        tokens.skip(":");
        Form form = read();
        for (int i = variables.size() - 1; i >= 0; i--) {
            form = new Form.Quantified(every, variables.get(i), domain, form);
        }
        return form;
    }

    private List<String> domain() {
        List<String> constants = new ArrayList<>();
        if (tokens.skip("{")) {
            do {
                constants.add(constant());
            } while (tokens.skip(","));
            tokens.expect("}");
            return constants;
        }
        Token start = tokens.peek();
        int from = tokens.number();
        tokens.expect("..");
        int to = tokens.number();
        if (to < from || to - from >= MOST_CONSTANTS) {
            throw tokens.wrong(start, "a domain has between 1 and " + MOST_CONSTANTS + " constants");
        }
        for (int each = from; each <= to; each++) {
            constants.add(Integer.toString(each));
        }
        return constants;
    }

    private String constant() {
        Token token = tokens.next();
        if (token.kind() == Kind.NUMBER || token.kind() == Kind.QUOTED || token.kind() == Kind.NAME && !isVariable(token.text())) {
            return token.kind() == Kind.QUOTED ? quoted(token) : token.text();
        }
        throw tokens.wrong(token, "a constant is expected, not " + token.shown()
                + "; it is a number, a quoted text or a name with a capital letter");
    }

    private static String quoted(Token token) {
        return token.text().matches("[\\p{Lu}][\\p{L}\\p{Nd}_]*|\\d{1,9}") ? token.text() : "'" + token.text() + "'";
    }

    static boolean isVariable(String name) {
        return !Character.isUpperCase(name.codePointAt(0));
    }

    /** An event with its arguments; a named constraint is not an event. */
    Form.Event event() {
        Token name = tokens.name("an event");
        if (tokens.peek().is("(")) {
            throw Wrong.at(source, name.offset(), Macros.isKnown(name.text())
                    ? "'" + name.text() + "' is a named constraint: it cannot be part of an expression, only a whole rule, or joined to others by '&'"
                    : "there is no named constraint '" + name.text() + "'");
        }
        List<Argument> arguments = new ArrayList<>();
        if (tokens.skip("[")) {
            do {
                arguments.add(argument());
            } while (tokens.skip(","));
            tokens.expect("]");
        }
        return new Form.Event(name.text(), arguments);
    }

    private Argument argument() {
        Token token = tokens.peek();
        if (token.kind() != Kind.NAME || !isVariable(token.text())) {
            return new Argument(constant(), false, 0);
        }
        tokens.next();
        int plus = tokens.skip("+") ? tokens.number() : tokens.skip("-") ? -tokens.number() : 0;
        return new Argument(token.text(), true, plus);
    }
}

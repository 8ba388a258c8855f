package io.millrace.algebra;

import io.millrace.algebra.Lexer.Kind;
import io.millrace.algebra.Lexer.Token;
import io.millrace.algebra.RuleModule.Rule;
import io.millrace.logic.read.Source;
import io.millrace.problem.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the statements of a file: {@code event}, {@code task}, {@code agent}, {@code dep} and {@code assume}. It goes on after a mistake. */
final class Parser {
    /** Who makes more mistakes than this reads the first ones first. */
    private static final int MOST_PROBLEMS = 50;

    private final Source source;
    private final RuleModule module;
    private final Tokens tokens;
    private final Set<String> names = new HashSet<>();

    Parser(Source source, RuleModule module) {
        this.source = source;
        this.module = module;
        tokens = new Tokens(source);
        module.rules().forEach(rule -> names.add(rule.name()));
    }

    void read() {
        if (source.text().length() > Lexer.MOST_CHARACTERS) {
            module.add(Wrong.problem(Source.of(source.name(), ""), 0, Code.RULES_TOO_LARGE,
                    "the file has " + source.text().length() + " characters; at most " + Lexer.MOST_CHARACTERS + " are read"));
            return;
        }
        int problems = module.problems().size();
        boolean more = true;
        while (more && module.problems().size() - problems < MOST_PROBLEMS) {
            try {
                more = statement();
            } catch (Wrong wrong) {
                module.add(wrong.problem());
                tokens.recover(wrong.offset());
            }
        }
    }

    private boolean statement() {
        Token word = tokens.next();
        if (word.kind() == Kind.END) {
            return false;
        }
        switch (word.kind() == Kind.NAME ? word.text() : "") {
            case "event" -> event();
            case "across" -> {
                if (!tokens.skipWord("cases")) {
                    throw tokens.wrong(tokens.next(), "'across' is followed by 'cases;'");
                }
                tokens.expect(";");
                module.reachAcross();
            }
            case "task" -> new TaskReader(source, tokens, module).read();
            case "agent" -> new AgentReader(source, tokens, module).read();
            case "dep" -> rule(false);
            case "assume" -> rule(true);
            default -> throw tokens.wrong(word, "'event', 'task', 'agent', 'dep', 'assume' or 'across' is expected, not " + word.shown());
        }
        return true;
    }

    private void event() {
        Token name = tokens.name("the name of the event");
        List<String> parameters = new ArrayList<>(parameters());
        Attributes attributes = new Attributes(source, tokens);
        attributes.read(name.text(), parameters);
        tokens.expect(";");
        if (module.byName().containsKey(name.text())) {
            throw Wrong.at(source, name.offset(), Code.RULES_EVENT, "event '" + name.text() + "' is declared twice");
        }
        module.byName().put(name.text(), attributes.event(name.text(), parameters));
    }

    private List<String> parameters() {
        List<String> parameters = new ArrayList<>();
        if (tokens.skip("[")) {
            do {
                Token parameter = tokens.name("the name of a parameter");
                if (parameters.contains(parameter.text())) {
                    throw Wrong.at(source, parameter.offset(), Code.RULES_EVENT, "parameter '" + parameter.text() + "' stands twice");
                }
                parameters.add(parameter.text());
            } while (tokens.skip(","));
            tokens.expect("]");
        }
        return parameters;
    }

    private void rule(boolean assumed) {
        Token name = tokens.ruleName();
        tokens.expect(":");
        if (!names.add(name.text())) {
            throw Wrong.at(source, name.offset(), Code.RULES_EVENT, "two rules have the name '" + name.text() + "'");
        }
        Expressions expressions = new Expressions(source, tokens);
        if (Macros.isNamed(tokens)) {
            Macros macros = new Macros(source, tokens, module, name, assumed);
            do {
                macros.read();
            } while (tokens.skip("&"));
            tokens.expect(";");
            return;
        }
        Form form = expressions.read();
        tokens.expect(";");
        List<Form> parts = new ArrayList<>();
        universal(form, parts, name);
        if (parts.size() == 1) {
            add(name, name.text(), assumed, parts.getFirst());
        } else {
            for (int i = 0; i < parts.size(); i++) {
                add(name, name.text() + "." + (i + 1), assumed, parts.get(i));
            }
        }
    }

    private void add(Token name, String called, boolean assumed, Form form) {
        module.rules().add(new Rule(called, assumed, form, Optional.empty(), source, name.offset()));
    }

    /** Takes quantifiers for all constants from the outside: a free variable says the same. Elsewhere such a quantifier needs a domain. */
    private void universal(Form form, List<Form> parts, Token name) {
        if (form instanceof Form.Quantified(boolean every, String variable, List<String> domain, Form body) && every && domain.isEmpty()) {
            universal(body, parts, name);
        } else if (form instanceof Form.Combined(Form.Operator operator, List<Form> each)
                && operator == Form.Operator.AND
                && each.stream().anyMatch(part -> part instanceof Form.Quantified)) {
            each.forEach(part -> universal(part, parts, name));
        } else {
            check(form, name);
            parts.add(form);
        }
    }

    private void check(Form form, Token name) {
        switch (form) {
            case Form.Truth truth -> {}
            case Form.Occurs occurs -> {}
            case Form.Combined(Form.Operator operator, List<Form> parts) -> parts.forEach(part -> check(part, name));
            case Form.Not(Form body) -> check(body, name);
            case Form.Quantified(boolean every, String variable, List<String> domain, Form body) -> {
                if (every && domain.isEmpty()) {
                    throw Wrong.at(source, name.offset(), "'all " + variable + "' inside of an expression needs a domain, as in 'all "
                            + variable + " in {1, 2}'");
                }
                check(body, name);
            }
        }
    }

    /** The tokens, with what every part of the reader asks of them. */
    static final class Tokens {
        private final Source source;
        private final Lexer lexer;
        private Token ahead;
        private int behind;

        Tokens(Source source) {
            this.source = source;
            lexer = new Lexer(source);
            ahead = new Token(Kind.SIGN, "", 0, 0);
        }

        private boolean filled;

        Token peek() {
            if (!filled) {
                ahead = lexer.next();
                filled = true;
            }
            return ahead;
        }

        Token next() {
            Token token = peek();
            filled = false;
            behind = token.end();
            return token;
        }

        /** Goes back to just behind an offset. */
        void rewind(int offset) {
            lexer.moveTo(offset);
            filled = false;
        }

        boolean skip(String sign) {
            if (peek().is(sign)) {
                next();
                return true;
            }
            return false;
        }

        boolean skipWord(String word) {
            if (peek().isWord(word)) {
                next();
                return true;
            }
            return false;
        }

        void expect(String sign) {
            Token token = peek();
            if (!token.is(sign)) {
                throw wrong(token, "'" + sign + "' is expected, not " + token.shown());
            }
            next();
        }

        Token name(String what) {
            Token token = peek();
            if (token.kind() != Kind.NAME) {
                throw wrong(token, what + " is expected, not " + token.shown());
            }
            return next();
        }

        /** The name before a colon; {@code D1:e} is the name of a rule and the beginning of its expression. */
        Token ruleName() {
            Token token = name("the name of the rule");
            int colon = token.text().indexOf(':');
            if (colon < 0 || peek().is(":")) {
                return token;
            }
            rewind(token.offset() + colon);
            return new Token(Kind.NAME, token.text().substring(0, colon), token.offset(), token.offset() + colon);
        }

        int number() {
            Token token = peek();
            if (token.kind() != Kind.NUMBER) {
                throw wrong(token, "a number is expected, not " + token.shown());
            }
            return Integer.parseInt(next().text());
        }

        Wrong wrong(Token token, String sentence) {
            return Wrong.at(source, token.offset(), sentence);
        }

        /** Goes on behind the next semicolon after an offset. */
        void recover(int offset) {
            skipTo(';', offset);
        }

        void skipTo(char end, int offset) {
            int found = source.text().indexOf(end, Math.max(offset, behind - 1));
            rewind(found < 0 ? source.text().length() : found + 1);
        }
    }

    /** What is declared of an event behind its name: what it is in the engine, and who controls it. */
    static final class Attributes {
        private final Source source;
        private final Tokens tokens;
        private Optional<Occasion> occasion = Optional.empty();
        private final Map<String, Token> given = new LinkedHashMap<>();
        private boolean repeating;
        private String agent = "";
        private Optional<Duration> limit = Optional.empty();

        Attributes(Source source, Tokens tokens) {
            this.source = source;
            this.tokens = tokens;
        }

        void read(String name, List<String> parameters) {
            occasion = Occasion.byName(name);
            if (tokens.skipWord("on")) {
                occasion = Optional.of(new Occasions(source, tokens).read(parameters));
            } else if (occasion.isPresent()) {
                occasion = Optional.of(Occasions.usual(occasion.get(), parameters));
            }
            while (tokens.peek().kind() == Kind.NAME) {
                attribute(tokens.next());
            }
        }

        private void attribute(Token word) {
            if (word.isWord("agent")) {
                tokens.expect("(");
                agent = tokens.name("the name of the agent").text();
                tokens.expect(")");
            } else if (word.isWord("within")) {
                limit = Optional.of(duration());
            } else if (word.isWord("repeating")) {
                repeating = true;
            } else if (Control.words().contains(word.text())) {
                given.put(word.text(), word);
            } else {
                throw tokens.wrong(word, word.shown() + " is no attribute; there are " + String.join(", ", Control.words())
                        + ", repeating, within DURATION and agent(NAME)");
            }
        }

        /** A number and its unit, such as {@code 2h}. */
        private Duration duration() {
            Token number = tokens.next();
            Token unit = tokens.next();
            Duration one = switch (unit.text()) {
                case "s" -> Duration.ofSeconds(1);
                case "m" -> Duration.ofMinutes(1);
                case "h" -> Duration.ofHours(1);
                case "d" -> Duration.ofDays(1);
                default -> null;
            };
            if (number.kind() != Kind.NUMBER || one == null || number.text().length() > 9) {
                throw tokens.wrong(number, "a time such as '30s', '10m', '2h' or '3d' is expected");
            }
            return one.multipliedBy(Long.parseLong(number.text()));
        }

        EventType event(String name, List<String> parameters) {
            return new EventType(name, parameters, control(), repeating, agent, occasion, true, limit);
        }

        EventType event(String name, List<String> parameters, String owner) {
            return new EventType(name, parameters, control(), repeating, owner, occasion, true, limit);
        }

        private Control control() {
            Set<String> words = new HashSet<>(given.keySet());
            if (words.size() == 2 && words.contains("flexible") && words.contains("triggerable")) {
                return Control.FLEXIBLE_TRIGGERABLE;
            }
            if (words.size() == 2 && words.contains("triggerable") && words.contains("unreliable")) {
                return Control.UNRELIABLE;
            }
            if (words.size() > 1) {
                Token last = List.copyOf(given.values()).getLast();
                throw Wrong.at(source, last.offset(), Code.RULES_EVENT,
                        "these attributes exclude each other: " + String.join(", ", given.keySet()));
            }
            return words.isEmpty() ? Control.FLEXIBLE : Control.valueOf(words.iterator().next().toUpperCase(Locale.ROOT));
        }
    }
}

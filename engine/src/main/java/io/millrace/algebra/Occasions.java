package io.millrace.algebra;

import io.millrace.algebra.Lexer.Kind;
import io.millrace.algebra.Lexer.Token;
import io.millrace.algebra.Occasion.Origin;
import io.millrace.algebra.Occasion.Origin.From;
import io.millrace.algebra.Parser.Tokens;
import io.millrace.logic.read.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what an event is in the engine: {@code on book:complete [customer = data.customer]}. */
final class Occasions {
    private final Source source;
    private final Tokens tokens;

    Occasions(Source source, Tokens tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    /** @param parameters those of the event; a parameter that only its origin names is added */
    Occasion read(List<String> parameters) {
        Occasion occasion = what();
        Map<String, Origin> sources = new LinkedHashMap<>();
        if (tokens.skip("[")) {
            do {
                String parameter = tokens.name("the name of a parameter").text();
                tokens.expect("=");
                sources.put(parameter, origin());
                if (!parameters.contains(parameter)) {
                    parameters.add(parameter);
                }
            } while (tokens.skip(","));
            tokens.expect("]");
        }
        return usual(occasion.with(sources), parameters);
    }

    private Occasion what() {
        Token token = tokens.next();
        if (token.isWord("signal")) {
            Token name = tokens.next();
            if (name.kind() != Kind.NAME && name.kind() != Kind.QUOTED) {
                throw tokens.wrong(name, "the name of the signal is expected, not " + name.shown());
            }
            return new Occasion(Occasion.Kind.SIGNAL, name.text(), Map.of());
        }
        if (token.kind() == Kind.QUOTED) {
            tokens.expect(":");
            String word = tokens.name("'start', 'complete', 'fail', 'withdraw' or 'offer'").text();
            return Occasion.of(token.text(), word).orElseThrow(() -> unknown(token));
        }
        if (token.kind() != Kind.NAME) {
            throw unknown(token);
        }
        return Occasion.byName(token.text()).orElseThrow(() -> unknown(token));
    }

    private Wrong unknown(Token token) {
        return Wrong.at(source, token.offset(), "what the engine reports is TASK:offer, TASK:start, TASK:complete, TASK:fail,"
                + " TASK:withdraw, TASK:end, case:start, case:end or signal NAME, and not " + token.shown());
    }

    private Origin origin() {
        Token token = tokens.name("'case', 'ordinal' or 'data.NAME'");
        return switch (token.text()) {
            case "case" -> new Origin(From.CASE, "");
            case "ordinal" -> new Origin(From.ORDINAL, "");
            case "data" -> {
                StringBuilder path = new StringBuilder();
                while (tokens.skip(".")) {
                    path.append(path.isEmpty() ? "" : ".").append(tokens.name("the name of a field").text());
                }
                if (path.isEmpty()) {
                    throw tokens.wrong(token, "'data' is followed by the name of a field, as in 'data.customer'");
                }
                yield new Origin(From.DATA, path.toString());
            }
            default -> throw tokens.wrong(token, "a parameter comes from 'case', 'ordinal' or 'data.NAME', not from " + token.shown());
        };
    }

    /** A parameter called case or ordinal is that; any other is the field of its name in the case's data. */
    static Occasion usual(Occasion occasion, List<String> parameters) {
        Map<String, Origin> sources = new LinkedHashMap<>(occasion.sources());
        for (String parameter : parameters) {
            sources.computeIfAbsent(parameter, name -> switch (name) {
                case "case" -> new Origin(From.CASE, "");
                case "ordinal" -> new Origin(From.ORDINAL, "");
                default -> new Origin(From.DATA, name);
            });
        }
        return occasion.with(sources);
    }
}

package io.millrace.net.file;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import io.millrace.net.Bound;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Place;
import io.millrace.net.Timer;
import io.millrace.net.text.Nearest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the arguments of one fact stand for. Whatever does not fit is told as a {@link WrongFact}. */
final class FactTerms {
    /** An argument that is not what its place asks for. */
    static final class WrongFact extends RuntimeException {
        WrongFact(String sentence) {
            super(sentence, null, false, false);
        }
    }

    private final Writer writer;
    private final Place place;

    FactTerms(Read clause, Place place) {
        this.writer = Writer.quoted().withNames(names(clause));
        this.place = place;
    }

    static Flags flags() {
        return Flags.iso().withDoubleQuotes(Flags.DoubleQuotes.STRING);
    }

    /** Variables keep their names; those without one stay anonymous. */
    static Map<Var, String> names(Read read) {
        Map<Var, String> names = new HashMap<>();
        read.variables().forEach(variable -> names.put(variable, "_"));
        read.names().forEach((name, variable) -> names.put(variable, name));
        return names;
    }

    /** A name. The paper writes an activity with its execution, {@code act(a, EID)}; the net needs only the first. */
    String name(Term term) {
        return switch (term.deref()) {
            case Atom atom when !atom.equals(Atom.NIL) -> atom.name();
            case Int number -> Long.toString(number.value());
            case Str text -> text.value();
            case Struct act when act.is("act", 2) -> name(act.arg(0));
            case Term other -> throw new WrongFact("a name is expected, not " + shown(other));
        };
    }

    String shown(Term term) {
        return writer.write(term.deref());
    }

    List<Term> list(Term term) {
        List<Term> elements = Lists.elements(term);
        if (elements == null) {
            throw new WrongFact("a list is expected, not " + shown(term));
        }
        return elements;
    }

    Data data(Term term) {
        try {
            return Facts.data(term);
        } catch (NoDataException e) {
            throw new WrongFact(shown(term) + " is not data");
        }
    }

    <E extends Enum<E>> E choice(Term term, E[] values) {
        String told = name(term);
        for (E value : values) {
            if (value.name().equalsIgnoreCase(told)) {
                return value;
            }
        }
        List<String> names = Stream.of(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
        throw new WrongFact("'" + told + "' is none of " + names + Nearest.hint(told, names));
    }

    Expression expression(Term given) {
        Term term = given.deref();
        if (term instanceof Struct struct && struct.is("xquery", 1)) {
            return new Expression.XQuery(name(struct.arg(0)), place);
        }
        if (term instanceof Struct struct && struct.is("variable", 1)) {
            return new Expression.Variable(name(struct.arg(0)));
        }
        if (term instanceof Struct struct && struct.is("constant", 1)) {
            return new Expression.Constant(data(struct.arg(0)));
        }
        return new Expression.Goal(shown(term), place);
    }

    @Nullable Expression optional(Term term) {
        return isAtom(term, "none") ? null : expression(term);
    }

    static boolean isAtom(Term term, String name) {
        return term.deref() instanceof Atom atom && atom.name().equals(name);
    }

    Bound bound(Term given) {
        Term term = given.deref();
        if (isAtom(term, "inf")) {
            return Bound.infinite();
        }
        if (term instanceof Int) {
            return Bound.of(Math.clamp(number(term), -1, Bound.INFINITY));
        }
        return new Bound.Computed(expression(term));
    }

    long number(Term term) {
        try {
            return Long.parseLong(name(term));
        } catch (NumberFormatException e) {
            throw new WrongFact("a number is expected, not " + shown(term));
        }
    }

    Timer timer(Term given) {
        Term term = given.deref();
        try {
            return switch (term) {
                case Struct spec when spec.is("on_start", 1) -> timer(spec.arg(0)).onStarted();
                case Struct spec when spec.is("after", 1) ->
                    new Timer(Timer.Trigger.ON_ENABLED, YawlTimer.after(name(spec.arg(0)), false));
                case Struct spec when spec.is("after", 2) && isAtom(spec.arg(1), "workdays") ->
                    new Timer(Timer.Trigger.ON_ENABLED, YawlTimer.after(name(spec.arg(0)), true));
                case Struct spec when spec.is("at", 1) -> Timer.at(Instant.parse(name(spec.arg(0))));
                case Struct spec when spec.is("told", 1) -> Timer.told(expression(spec.arg(0)));
                default -> throw new WrongFact("a timer is after('P3D'), after('P3D', workdays), at('2030-01-31T12:00:00Z') or told(Expression),"
                        + " around it perhaps on_start(...), not " + shown(term));
            };
        } catch (DateTimeException e) {
            throw new WrongFact(shown(term) + " is not a time");
        }
    }

    Event event(Term given) {
        Term term = given.deref();
        if (term instanceof Struct spec && spec.is("signal", 3)) {
            return new Event(
                    name(spec.arg(0)),
                    isAtom(spec.arg(1), "any") ? null : expression(spec.arg(1)),
                    isAtom(spec.arg(2), "none") ? null : name(spec.arg(2)));
        }
        return Event.signal(name(term));
    }
}

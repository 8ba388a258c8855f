package io.millrace.simulate;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a {@link Model} from facts. Times are numbers of seconds, or numbers with a unit: {@code 90s, 5m, 2h, 1d}. */
final class ModelReader {
    private static final Map<String, Integer> UNITS = Map.of("s", 1, "m", 60, "h", 3_600, "d", 86_400);
    private static final long MOST_AGENTS = 100_000;
    private static final int LAST_YEAR = 9_999;

    /** A fact that says something else than it should. */
    private static final class Wrong extends RuntimeException {
        Wrong(String sentence) {
            super(sentence, null, false, false);
        }
    }

    private final Source source;
    private final Model model;
    private final Map<String, Set<String>> roles = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    ModelReader(String file, String text) {
        this.source = Source.of(file, text);
        this.model = new Model(stem(file));
    }

    private static String stem(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** Prolog's operators, a colon for times of day, and units behind numbers. */
    private static Operators operators() {
        Operators table = Operators.iso().with(150, Operators.Type.XFX, ":");
        for (String unit : UNITS.keySet()) {
            table = table.with(100, Operators.Type.XF, unit);
        }
        return table;
    }

    Model read() {
        List<SyntaxError> errors = new ArrayList<>();
        List<Read> facts = new Reader(source, operators(), Flags.iso()).all(errors);
        for (SyntaxError error : errors) {
            problems.add(source.name() + ":" + error.line() + ":" + error.column() + ": " + error.sentence());
        }
        for (Read fact : facts) {
            try {
                take(fact);
            } catch (Wrong e) {
                problems.add(source.name() + ":" + source.line(fact.start()) + ": " + e.getMessage() + "\n" + source.marked(fact.start()));
            }
        }
        if (!problems.isEmpty()) {
            Problem all = Code.SIMULATION_MODEL.with(source.name(), String.join("\n", problems));
            throw new RefusedException(all);
        }
        qualify();
        roles.forEach((agent, plays) -> model.workers.put(agent, new Model.Worker(agent, Set.copyOf(plays), 0)));
        return model;
    }

    private void take(Read read) {
        Struct fact = read.term().deref() instanceof Struct struct ? struct : Struct.of("none", Atom.TRUE);
        switch (fact.name().name() + "/" + fact.arity()) {
            case "begin/1" -> model.begin = instant(fact.arg(0));
            case "arrivals/2" -> model.arrivals.add(new Model.Arrivals(name(fact.arg(0)), gap(fact.arg(1)), Long.MAX_VALUE));
            case "arrivals/3" -> model.arrivals.add(new Model.Arrivals(name(fact.arg(0)), span(fact.arg(1)), whole(fact.arg(2))));
            case "case_data/2" -> whole(model.cases, fact);
            case "case_data/3" -> put(model.cases, fact);
            case "agents/2" -> agents(name(fact.arg(0)), whole(fact.arg(1)));
            case "agent/1" -> agent(name(fact.arg(0)));
            case "role/2" -> agent(name(fact.arg(0))).add(name(fact.arg(1)));
            case "qualified/3" -> duration(name(fact.arg(1)), name(fact.arg(0)), fact.arg(2));
            case "duration/2" -> duration(taskOrAll(fact.arg(0)), "", fact.arg(1));
            case "duration/3" -> duration(taskOrAll(fact.arg(0)), name(fact.arg(1)), fact.arg(2));
            case "gives/2" -> whole(model.results, fact);
            case "gives/3" -> put(model.results, fact);
            case "fails/2" -> model.failures.put(name(fact.arg(0)), chance(fact.arg(1)));
            case "cost/2" -> model.prices.put(name(fact.arg(0)), number(fact.arg(1)));
            case "hours/2" -> hours("", fact.arg(0), fact.arg(1));
            case "hours/3" -> hours(name(fact.arg(0)), fact.arg(1), fact.arg(2));
            case "after/3" -> model.consequences.add(new Model.Consequence(fact.arg(0), events(fact.arg(1)), span(fact.arg(2))));
            default -> throw new Wrong("this is no fact of a model; docs/simulation.md lists them");
        }
    }

    /** Who is qualified is an agent, or a role: then all who play it are. */
    private void qualify() {
        Set<String> played = new LinkedHashSet<>();
        roles.values().forEach(played::addAll);
        for (Map<String, Distribution> byAgent : model.durations.values()) {
            for (String who : List.copyOf(byAgent.keySet())) {
                if (roles.containsKey(who) || who.isEmpty()) {
                    continue;
                }
                if (played.contains(who)) {
                    Distribution time = byAgent.remove(who);
                    roles.forEach((agent, plays) -> {
                        if (plays.contains(who) && time != null) {
                            byAgent.putIfAbsent(agent, time);
                        }
                    });
                } else {
                    agent(who);
                }
            }
        }
    }

    private Set<String> agent(String name) {
        return roles.computeIfAbsent(name, key -> new LinkedHashSet<>());
    }

    private void agents(String role, long number) {
        if (number > MOST_AGENTS) {
            throw new Wrong("that are more than " + MOST_AGENTS + " agents");
        }
        for (int i = 1; i <= number; i++) {
            agent(role + "_" + i).add(role);
        }
    }

    private void duration(String task, String agent, Term given) {
        model.durations.computeIfAbsent(task, key -> new LinkedHashMap<>()).put(agent, span(given));
    }

    private static void put(Map<String, Map<String, Variate>> into, Struct fact) {
        into.computeIfAbsent(name(fact.arg(0)), key -> new LinkedHashMap<>()).put(name(fact.arg(1)), variate(fact.arg(2)));
    }

    private static void whole(Map<String, Map<String, Variate>> into, Struct fact) {
        into.computeIfAbsent(name(fact.arg(0)), key -> new LinkedHashMap<>()).put("", variate(fact.arg(1)));
    }

    private void hours(String who, Term days, Term span) {
        Term from = days.deref();
        Term to = from;
        if (from instanceof Struct range && range.is("-", 2)) {
            to = range.arg(1);
            from = range.arg(0);
        }
        if (!(span.deref() instanceof Struct times && times.is("-", 2))) {
            throw new Wrong("hours are written as 9:00-17:00, not " + shown(span));
        }
        long begin = timeOfDay(times.arg(0));
        long end = timeOfDay(times.arg(1));
        if (begin >= end) {
            throw new Wrong("the hours end before they begin: " + shown(span));
        }
        model.hours.computeIfAbsent(who, key -> new WorkingHours()).add(day(from), day(to), begin, end);
    }

    private static DayOfWeek day(Term given) {
        String name = name(given).toUpperCase(Locale.ROOT);
        for (DayOfWeek day : DayOfWeek.values()) {
            if (name.length() >= 3 && day.name().startsWith(name)) {
                return day;
            }
        }
        throw new Wrong("'" + name(given) + "' is not a day; days are mon, tue, wed, thu, fri, sat and sun");
    }

    private static long timeOfDay(Term given) {
        if (given.deref() instanceof Struct time
                && time.is(":", 2)
                && time.arg(0).deref() instanceof Int hours
                && time.arg(1).deref() instanceof Int minutes
                && hours.value() >= 0
                && minutes.value() >= 0
                && minutes.value() < 60
                && hours.value() * 60 + minutes.value() <= 24 * 60) {
            return hours.value() * 3_600 + minutes.value() * 60;
        }
        throw new Wrong("a time of day is written as 9:30, not " + shown(given));
    }

    private static List<Model.Happens> events(Term given) {
        List<Model.Happens> events = new ArrayList<>();
        if (given.deref() instanceof Struct choice && choice.is("choice", 1)) {
            for (Struct pair : pairs(choice)) {
                events.add(new Model.Happens(weight(pair.arg(0)), pair.arg(1).deref()));
            }
        } else {
            events.add(new Model.Happens(1, given.deref()));
        }
        return events;
    }

    private static List<Struct> pairs(Struct choice) {
        List<Term> ways = Lists.elements(choice.arg(0));
        List<Struct> pairs = new ArrayList<>();
        for (Term way : ways == null ? List.<Term>of() : ways) {
            if (!(way.deref() instanceof Struct pair && pair.is("-", 2))) {
                throw new Wrong("a choice is a list of Weight-Value, not of " + shown(way));
            }
            pairs.add(pair);
        }
        if (pairs.isEmpty()) {
            throw new Wrong("a choice is a list of Weight-Value, not " + shown(choice.arg(0)));
        }
        return pairs;
    }

    private static double weight(Term given) {
        double weight = number(given);
        if (weight <= 0) {
            throw new Wrong("a weight is more than 0");
        }
        return weight;
    }

    private static double chance(Term given) {
        double chance = number(given);
        if (chance < 0 || chance > 1) {
            throw new Wrong("a probability lies between 0 and 1");
        }
        return chance;
    }

    /** A length of time, always the same or drawn. */
    private static Distribution time(Term given) {
        Distribution distribution = distribution(given);
        if (distribution == null) {
            throw new Wrong("a time is a number such as 5m, or constant, uniform, exponential, normal, lognormal, triangular, erlang"
                    + " or sample of such, not " + shown(given));
        }
        return distribution;
    }

    /** A length of time that something takes or that passes; what is drawn below 0 counts as 0. */
    private static Distribution span(Term given) {
        Distribution time = time(given);
        if (time.mean() < 0) {
            throw new Wrong(shown(given) + " is less than 0");
        }
        return time;
    }

    /** The time between cases that never cease to come: without any, time would not go on. */
    private static Distribution gap(Term given) {
        Distribution time = span(given);
        if (time.mean() == 0) {
            throw new Wrong("without a number of cases the time between them is more than 0");
        }
        return time;
    }

    private static @Nullable Distribution distribution(Term given) {
        if (isNumber(given)) {
            return new Distribution.Constant(number(given));
        }
        if (!(given.deref() instanceof Struct struct)) {
            return null;
        }
        return switch (struct.name().name() + "/" + struct.arity()) {
            case "constant/1" -> new Distribution.Constant(number(struct.arg(0)));
            case "uniform/2" -> new Distribution.Uniform(number(struct.arg(0)), rising(struct, 1));
            case "exponential/1" -> new Distribution.Exponential(positive(struct.arg(0)));
            case "normal/2" -> new Distribution.Normal(number(struct.arg(0)), notNegative(struct.arg(1)));
            case "lognormal/2" -> new Distribution.LogNormal(positive(struct.arg(0)), notNegative(struct.arg(1)));
            case "triangular/3" -> {
                double mode = rising(struct, 1);
                double to = rising(struct, 2);
                if (to <= number(struct.arg(0))) {
                    throw new Wrong("a triangular distribution begins below its end");
                }
                yield new Distribution.Triangular(number(struct.arg(0)), mode, to);
            }
            case "erlang/2" -> new Distribution.Erlang((int) Math.min(1_000, whole(struct.arg(0))), positive(struct.arg(1)));
            case "sample/1" -> sample(struct.arg(0));
            default -> null;
        };
    }

    private static Distribution sample(Term given) {
        List<Term> seen = Lists.elements(given);
        if (seen == null || seen.isEmpty()) {
            throw new Wrong("a sample is a list of numbers, not " + shown(given));
        }
        return new Distribution.Sample(seen.stream().map(ModelReader::number).toList());
    }

    private static double rising(Struct struct, int argument) {
        double value = number(struct.arg(argument));
        if (value < number(struct.arg(argument - 1))) {
            throw new Wrong("the numbers of " + struct.name().name() + " rise from left to right");
        }
        return value;
    }

    private static double positive(Term given) {
        double value = number(given);
        if (value <= 0) {
            throw new Wrong(shown(given) + " is not more than 0");
        }
        return value;
    }

    private static double notNegative(Term given) {
        double value = number(given);
        if (value < 0) {
            throw new Wrong(shown(given) + " is less than 0");
        }
        return value;
    }

    private static Variate variate(Term given) {
        Term term = given.deref();
        if (term instanceof Struct choice && choice.is("choice", 1)) {
            return new Variate.Choice(pairs(choice).stream()
                    .map(pair -> new Variate.Weighted(weight(pair.arg(0)), variate(pair.arg(1))))
                    .toList());
        }
        if (term instanceof Struct whole && whole.is("whole", 1)) {
            return new Variate.Number(time(whole.arg(0)), true);
        }
        if (!(term instanceof Int) && !(term instanceof Real)) {
            Distribution distribution = distribution(term);
            if (distribution != null) {
                return new Variate.Number(distribution, false);
            }
        }
        try {
            Data value = Facts.data(term);
            return new Variate.Fixed(value);
        } catch (NoDataException e) {
            throw new Wrong(shown(given) + " is neither data nor a distribution");
        }
    }

    private static boolean isNumber(Term given) {
        Term term = given.deref();
        return term instanceof Int
                || term instanceof Real
                || term instanceof Struct unit && unit.arity() == 1 && UNITS.containsKey(unit.name().name()) && isNumber(unit.arg(0));
    }

    private static double number(Term given) {
        return switch (given.deref()) {
            case Int number -> number.value();
            case Real number -> number.value();
            case Struct unit when isNumber(unit) -> UNITS.getOrDefault(unit.name().name(), 1) * number(unit.arg(0));
            case Term other -> throw new Wrong("a number is expected, not " + shown(other));
        };
    }

    private static long whole(Term given) {
        if (given.deref() instanceof Int number && number.value() > 0) {
            return number.value();
        }
        throw new Wrong("a whole number of 1 or more is expected, not " + shown(given));
    }

    private static Instant instant(Term given) {
        try {
            Instant instant = Instant.parse(name(given));
            int year = instant.atOffset(ZoneOffset.UTC).getYear();
            if (year < 1 || year > LAST_YEAR) {
                throw new Wrong("a simulation begins in one of the years 1 to " + LAST_YEAR);
            }
            return instant;
        } catch (DateTimeException e) {
            throw new Wrong("an instant is written as '2030-01-31T09:00:00Z', not " + shown(given));
        }
    }

    private static String taskOrAll(Term given) {
        return given.deref() instanceof Var ? "" : name(given);
    }

    /** A name; an activity of the paper, {@code act(a, _)}, goes by its own. */
    private static String name(Term given) {
        return switch (given.deref()) {
            case Atom atom -> atom.name();
            case Str text -> text.value();
            case Struct act when act.is("act", 2) -> name(act.arg(0));
            case Term other -> throw new Wrong("a name is expected, not " + shown(other));
        };
    }

    private static String shown(Term term) {
        return Writer.quoted().withOperators(operators()).write(term.deref());
    }
}

package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.id.CaseId;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The history as predicates of the logic machine. What is bound decides which rows are read: a case is found by its key, a time by the
 * stretches in which it lies, a name by the events of that name.
 *
 * <p>Nothing later than the moment of the question is seen: an event after it has not happened, and what ended after it still holds.
 */
final class Predicates {
    /** The predicates; the host of the machine is the {@code Predicates} of the question. */
    static final Library LIBRARY = Library.builder()
            .nonDet("$happened", 4, (machine, args) -> of(machine).happened(args))
            .nonDet("$holds_at", 2, (machine, args) -> of(machine).holdsAt(args[0], of(machine).calendar.moment(args[1])))
            .nonDet("$holds_for", 3, (machine, args) -> of(machine).holdsFor(args[0], args[1], args[2]))
            .nonDet("$caused", 4, (machine, args) -> of(machine).caused(args))
            .det("$now", 1, (machine, args) -> machine.unify(args[0], of(machine).calendar.term(of(machine).calendar.now())))
            .det("$time", 2, (machine, args) -> machine.unify(args[1], of(machine).calendar.term(of(machine).calendar.moment(args[0]))))
            .build();

    private static final int AT_ONCE = 256;
    private static final Atom INITIATES = Atom.of("initiates");
    private static final Atom TERMINATES = Atom.of("terminates");

    private static final int WORK_ARITY = 3;

    private final Annals annals;
    private final Calendar calendar;
    /** Where the case stands in events of a name and arity; learned from the first of them. */
    private final Map<String, Integer> places = new HashMap<>();

    Predicates(Annals annals, Calendar calendar) {
        this.annals = annals;
        this.calendar = calendar;
    }


    private static Predicates of(Machine machine) {
        if (machine.host() instanceof Predicates predicates) {
            return predicates;
        }
        throw new IllegalStateException("nobody asks");
    }

    /** Solutions that are made one by one; each unifies some arguments with some terms. */
    private static final class Stream implements Library.Alternatives {
        private final Iterator<Term[]> solutions;
        private final Term[] targets;

        Stream(Iterator<Term[]> solutions, Term... targets) {
            this.solutions = solutions;
            this.targets = targets;
        }

        @Override
        public boolean next(Machine machine) {
            machine.spend(1);
            Term[] solution = solutions.next();
            for (int i = 0; i < targets.length; i++) {
                if (!machine.unify(targets[i], solution[i])) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean more() {
            return solutions.hasNext();
        }
    }

    private static Library.Alternatives stream(Iterator<Term[]> solutions, Term... targets) {
        return solutions.hasNext() ? new Stream(solutions, targets) : Library.Alternatives.decided(false);
    }

    // Events.

    /** {@code '$happened'(Event, Time, Recorded, Id)}, by time; the id is {@code ev(Case, Turn, Place)}. */
    private Library.Alternatives happened(Term[] args) {
        return stream(Lazily.map(events(args[0], args[1], args[3]), this::told), args);
    }

    private Term[] told(Annals.Happened event) {
        return new Term[] {
            term(event.event(), event.subject()),
            calendar.term(event.moment().time()),
            calendar.term(event.moment().recorded()),
            id(event)
        };
    }

    private static Term id(Annals.Happened event) {
        return Struct.of(
                "ev", Facts.term(event.subject().named()), Int.of(event.moment().sequence()), Int.of(event.moment().place()));
    }

    private Iterator<Annals.Happened> events(Term given, Term when, Term id) {
        Term pattern = given.deref();
        long from = Long.MIN_VALUE;
        long to = calendar.now();
        if (!(when.deref() instanceof Var)) {
            from = calendar.moment(when);
            to = Math.min(to, from);
        }
        if (id.deref() instanceof Struct ev && ev.is("ev", 3) && subject(ev.arg(0)) != null) {
            Subject subject = Objects.requireNonNull(subject(ev.arg(0)));
            return annals.events(subject, null, from, to).stream().filter(each -> matches(each, ev)).iterator();
        }
        String name = name(pattern);
        if (name == null) {
            return pattern instanceof Var ? paged(annals.cursor(from, to)) : List.<Annals.Happened>of().iterator();
        }
        int arity = arity(pattern);
        int place = place(name, arity);
        Subject subject = place < 0 ? null : subject(((Struct) pattern).arg(place));
        if (subject != null) {
            return annals.events(subject, name, from, to).stream()
                    .filter(each -> each.event().arity() == arity)
                    .iterator();
        }
        return paged(annals.cursor(name, arity, from, to));
    }

    private static boolean matches(Annals.Happened event, Struct id) {
        return id.arg(1).deref() instanceof Int sequence
                && sequence.value() == event.moment().sequence()
                && id.arg(2).deref() instanceof Int place
                && place.value() == event.moment().place();
    }

    /** Where the case stands among the arguments of events of a name; -1 if nowhere, or if there are none. */
    private int place(String name, int arity) {
        return places.computeIfAbsent(name + "/" + arity, key -> {
            Iterator<Annals.Happened> all = paged(annals.cursor(name, arity, Long.MIN_VALUE, Moment.OPEN));
            return all.hasNext() ? all.next().event().at() : Said.NOWHERE;
        });
    }

    private Iterator<Annals.Happened> paged(Annals.Cursor cursor) {
        return new Lazily.Pulling<>() {
            private Iterator<Annals.Happened> page = annals.next(cursor, 1).iterator();

            @Override
            Annals.@Nullable Happened pull() {
                while (!page.hasNext() && !cursor.isAtEnd()) {
                    page = annals.next(cursor, AT_ONCE).iterator();
                }
                return page.hasNext() ? page.next() : null;
            }
        };
    }

    // Fluents.

    private Library.Alternatives holdsAt(Term fluent, long time) {
        if (time > calendar.now()) {
            // The future: what holds now is all that is known of it.
            return holdsAt(fluent, calendar.now());
        }
        Term pattern = fluent.deref();
        Wanted wanted = wanted(pattern);
        Subject subject = subjectOf(pattern);
        List<Annals.Found> found = new ArrayList<>(
                subject != null ? annals.at(subject, time, wanted) : annals.at(time, isLasting(pattern), wanted));
        outcomes(pattern, time).forEachRemaining(found::add);
        return stream(Lazily.map(views(pattern, found.iterator()), each -> new Term[] {each.fluent()}), pattern);
    }

    private Library.Alternatives holdsFor(Term fluent, Term start, Term end) {
        Term pattern = fluent.deref();
        Wanted wanted = wanted(pattern);
        Subject subject = subjectOf(pattern);
        Iterator<Annals.Found> found = subject != null
                ? annals.intervals(subject, wanted).iterator()
                : Lazily.flat(subjects(), each -> annals.intervals(each, wanted).iterator());
        Iterator<Annals.Found> all = Lazily.flat(
                List.of(found, outcomes(pattern, calendar.now())).iterator(), Function.identity());
        Iterator<View> periods = Lazily.filtered(views(pattern, all), each -> each.start() <= calendar.now() && each.start() < each.end());
        return stream(
                Lazily.map(periods, each -> new Term[] {
                    each.fluent(), calendar.term(each.start()), calendar.term(each.end() > calendar.now() ? Moment.OPEN : each.end())
                }),
                pattern,
                start,
                end);
    }

    /** All cases and entities, a page at a time. */
    private Iterator<Subject> subjects() {
        return new Lazily.Pulling<>() {
            private List<Subject> page = annals.subjects(null, AT_ONCE);
            private int at;

            @Override
            @Nullable Subject pull() {
                if (at == page.size() && !page.isEmpty()) {
                    page = annals.subjects(page.getLast(), AT_ONCE);
                    at = 0;
                }
                return at < page.size() ? page.get(at++) : null;
            }
        };
    }

    /** What holds for ever after its event: completed, failed, withdrawn, done, cancelled. */
    private Iterator<Annals.Found> outcomes(Term pattern, long time) {
        List<Iterator<Annals.Found>> all = new ArrayList<>(0);
        for (Fluents.Outcome each : Fluents.OUTCOMES) {
            if (pattern instanceof Var || pattern instanceof Struct struct && each.is(struct.name().name(), struct.arity())) {
                Subject subject = subjectOf(pattern);
                Iterator<Annals.Happened> events = subject != null
                        ? annals.events(subject, each.event(), Long.MIN_VALUE, time).iterator()
                        : paged(annals.cursor(each.event(), each.eventArity(), Long.MIN_VALUE, time));
                all.add(Lazily.map(Lazily.filtered(events, event -> each.isOf(event.event())), event -> outcome(each, event)));
            }
        }
        return Lazily.flat(all.iterator(), Function.identity());
    }

    private static Annals.Found outcome(Fluents.Outcome outcome, Annals.Happened event) {
        Said said = outcome.arity() == 1
                ? Said.first(outcome.fluent())
                : new Said(outcome.fluent(), event.event().rest(), event.event().at());
        Moment moment = event.moment();
        return new Annals.Found(
                event.subject(), new Interval(said, event.item(), moment.time(), moment.sequence(), moment.place()));
    }

    /** A fluent in the form in which it was asked for. */
    private record View(Term fluent, long start, long end, Annals.Found found) {}

    private Iterator<View> views(Term pattern, Iterator<Annals.Found> found) {
        return Lazily.map(found, each -> view(pattern, each));
    }

    private View view(Term pattern, Annals.Found found) {
        Interval interval = found.interval();
        Said said = interval.fluent;
        List<Data> arguments = said.arguments(found.subject().named());
        int asked = pattern instanceof Struct struct ? struct.arity() : said.arity();
        Term[] terms = new Term[asked];
        for (int i = 0; i < Math.min(asked, arguments.size()); i++) {
            terms[i] = Facts.term(arguments.get(i));
        }
        int more = asked - said.arity();
        if (more > 0) {
            boolean waiting = said.name().equals(Fluents.WAITING);
            Term item = Int.of(interval.item);
            terms[said.arity()] = waiting ? calendar.term(interval.start) : item;
            if (more == 2) {
                terms[said.arity() + 1] = item;
            }
        }
        Term fluent = terms.length == 0 ? Atom.of(said.name()) : Struct.of(said.name(), terms);
        return new View(fluent, interval.start, interval.end, found);
    }

    /** Whether an interval can match what is asked for, by name and number of arguments. */
    private static Wanted wanted(Term pattern) {
        String name = name(pattern);
        if (name == null) {
            if (!(pattern instanceof Var)) {
                throw Trouble.type("callable", pattern);
            }
            return new Wanted(null, interval -> true);
        }
        int arity = arity(pattern);
        return new Wanted(name, interval -> {
            Said said = interval.fluent;
            if (!said.name().equals(name)) {
                return false;
            }
            int more = arity - said.arity();
            return more == 0
                    || interval.item != 0 && (more == 1 || more == 2 && name.equals(Fluents.WAITING));
        });
    }

    private static boolean isLasting(Term pattern) {
        String name = name(pattern);
        return name == null || Fluents.LASTING.contains(name);
    }

    /** The case of which a fluent speaks, if it says so. */
    private @Nullable Subject subjectOf(Term pattern) {
        if (!(pattern instanceof Struct struct)) {
            return null;
        }
        String name = struct.name().name();
        int arity = struct.arity();
        if (Fluents.OF_WORK.contains(name) && arity >= WORK_ARITY) {
            return subject(struct.arg(WORK_ARITY - 1));
        }
        if (Fluents.CASE_FIRST.contains(name)) {
            return subject(struct.arg(0));
        }
        return Fluents.SECOND.contains(name) && arity > 1 ? subject(struct.arg(1)) : null;
    }

    private @Nullable Subject subject(Term given) {
        Term term = given.deref();
        try {
            return switch (term) {
                case Int number when number.value() > 0 -> Subject.of(annals.tenant(), CaseId.root(number.value()));
                case Atom path -> Subject.of(annals.tenant(), CaseId.parse(path.name()));
                default -> null;
            };
        } catch (RefusedException | IllegalArgumentException e) {
            return null;
        }
    }

    /** {@code '$caused'(Event, Fluent, initiates | terminates, Id)}. */
    private Library.Alternatives caused(Term[] args) {
        Iterator<Annals.Happened> events = events(args[0], new Var(), args[3]);
        Term fluent = args[1].deref();
        return stream(Lazily.flat(events, event -> caused(event, fluent)), args);
    }

    private Iterator<Term[]> caused(Annals.Happened event, Term pattern) {
        List<Term[]> all = new ArrayList<>();
        Term said = term(event.event(), event.subject());
        for (Annals.Found found : annals.changes(event.subject(), event.moment(), wanted(pattern))) {
            Interval interval = found.interval();
            boolean begins = interval.startSequence == event.moment().sequence() && interval.startPlace == event.moment().place();
            View view = view(pattern, found);
            if (begins) {
                all.add(new Term[] {said, view.fluent(), INITIATES, id(event)});
            }
            if (!interval.isOpen() && interval.endSequence == event.moment().sequence() && interval.endPlace == event.moment().place()) {
                all.add(new Term[] {said, view.fluent(), TERMINATES, id(event)});
            }
        }
        for (Fluents.Outcome each : Fluents.OUTCOMES) {
            if (each.isOf(event.event())) {
                all.add(new Term[] {said, view(new Var(), outcome(each, event)).fluent(), INITIATES, id(event)});
            }
        }
        return all.iterator();
    }

    // Terms.

    private static Term term(Said said, Subject subject) {
        List<Data> arguments = said.arguments(subject.named());
        return arguments.isEmpty()
                ? Atom.of(said.name())
                : Struct.of(said.name(), arguments.stream().map(Facts::term).toArray(Term[]::new));
    }

    private static @Nullable String name(Term term) {
        return switch (term) {
            case Atom atom -> atom.name();
            case Struct struct -> struct.name().name();
            default -> null;
        };
    }

    private static int arity(Term term) {
        return term instanceof Struct struct ? struct.arity() : 0;
    }
}

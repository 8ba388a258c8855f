package io.millrace.calculus;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The words of questions to a history: goals, predefined questions, fluents and events; and those that deployed texts add. */
public final class Vocabulary {
    /**
     * A word.
     *
     * @param kind {@code goal}, {@code question}, {@code fluent} or {@code event}; a goal asks about fluents and events
     * @param example a goal that can be asked
     */
    public record Word(String kind, String name, List<String> arguments, String sentence, String example) {
        public Word {
            arguments = List.copyOf(arguments);
        }

        /** As in {@code holds_at/2}. */
        public String indicator() {
            return name + "/" + arguments.size();
        }
    }

    /** Each line is a kind, a name, arguments, a sentence and an example. */
    private static final String TABLE = """
            goal|happened|Event, Time|An event happened at a time.|happened(end(Task, Who, Case), Time)
            goal|happened|Event, Time, Recorded|An event happened at a time and was recorded at another.|happened(Event, Time, Recorded)
            goal|holds_at|Fluent, Time|A fluent holds at a time, which must be given.|holds_at(active(Task, Who, Case), now - 2h)
            goal|holds_for|Fluent, Start, End|A fluent held from a time on and before another, which is inf while it holds.|holds_for(active(Task, Who, Case), Start, End)
            goal|holds_for|Fluent, Period|A fluent held in a period, Start-End.|holds_for(running(Case), Start-End)
            goal|held_at|Fluent, Time|A fluent held at the beginning of a moment or within it, however short.|held_at(active(Task, Who, Case), now)
            goal|holds_now|Fluent|A fluent holds now.|holds_now(waiting(Task, Who, Case))
            goal|initiates|Event, Fluent|An event began a fluent.|initiates(Event, running(Case))
            goal|terminates|Event, Fluent|An event ended a fluent.|terminates(Event, running(Case))
            goal|now|Time|The moment of the question.|now(Time)
            goal|event|Id|An event has this id, ev(Case, Turn, Place).|event(Id)
            goal|act|Id, Name|The name of an event.|act(Id, end)
            goal|actor|Id, Who|Who did what an event says.|actor(Id, Who)
            goal|task|Id, Task|The task that an event is about.|task(Id, Task)
            goal|of|Id, Case|The case that an event belongs to.|of(Id, Case)
            goal|time|Id, Time|When an event happened.|time(Id, Time)
            goal|argument|Id, Number, Value|An argument of an event, counted from 1.|argument(Id, 1, Value)
            question|process|Case, Name|The process of a case.|process(Case, Name)
            question|process|Case, Name, Version|The process of a case and its version.|process(Case, Name, Version)
            question|key|Case, Key|The business key of a case.|key(Case, Key)
            question|parent|Case, Parent|The case of which a case is a sub-case.|parent(Case, Parent)
            question|participant|Name|Somebody who works.|participant(Name)
            question|role|Name, Role|A role of a participant.|role(Name, Role)
            question|data|Case, Name, Value|The value of a variable of a case.|data(Case, Name, Value)
            question|has|Who, Task, Case, Seconds|Who has started work, and for how long.|has(Who, Task, Case, Seconds)
            question|waits|Task, Who, Case, Seconds|Which work waits, for whom, and for how long.|waits(Task, Who, Case, Seconds)
            question|open_at|Time, Task, Who, Case|Which work was open at a time.|open_at(last(friday) + 12h, Task, Who, Case)
            question|open_now|Task, Who, Case|Which work is open.|open_now(Task, Who, Case)
            question|did|Who, Task, Case|Who did a task.|did(Who, Task, Case)
            question|did_both|Who, Task, Other, Case|Who did both of two tasks of a case.|did_both(Who, Task, Other, Case)
            question|worked|Who, Task, Case, Seconds|How long somebody worked.|worked(Who, Task, Case, Seconds)
            question|waited|Task, Case, Seconds|How long work waited before it was started.|waited(Task, Case, Seconds)
            question|average_waiting|Task, Seconds|How long work of a task waits on average.|average_waiting(Task, Seconds)
            question|average_waiting|Task, Role, Seconds|How long work of a task waits for a role on average.|average_waiting(Task, Role, Seconds)
            question|average_working|Task, Seconds|How long work of a task takes on average.|average_working(Task, Seconds)
            question|took|Case, Seconds|How long a case took from its start to its end.|took(Case, Seconds)
            question|late|Case, Task, Who, Due|Which work should have been done by now.|late(Case, Task, Who, Due)
            fluent|waiting|Task, Who, Case|Work is offered, or allocated and not started; Who is a participant, role(R) or anyone.|holds_now(waiting(Task, Who, Case))
            fluent|waiting|Task, Who, Case, Since|Work waits since a time.|holds_now(waiting(Task, Who, Case, Since))
            fluent|waiting|Task, Who, Case, Since, Item|A work item waits since a time.|holds_now(waiting(Task, Who, Case, Since, Item))
            fluent|active|Task, Who, Case|Somebody has started work.|holds_now(active(Task, Who, Case))
            fluent|active|Task, Who, Case, Item|Somebody has started a work item.|holds_now(active(Task, Who, Case, Item))
            fluent|suspended|Task, Who, Case|Work that somebody has is suspended.|holds_now(suspended(Task, Who, Case))
            fluent|suspended|Task, Who, Case, Item|A work item that somebody has is suspended.|holds_now(suspended(Task, Who, Case, Item))
            fluent|completed|Task, Who, Case|Somebody has completed work.|holds_now(completed(Task, Who, Case))
            fluent|completed|Task, Who, Case, Item|Somebody has completed a work item.|holds_now(completed(Task, Who, Case, Item))
            fluent|failed|Task, Who, Case|Work has failed.|holds_now(failed(Task, Who, Case))
            fluent|failed|Task, Who, Case, Item|A work item has failed.|holds_now(failed(Task, Who, Case, Item))
            fluent|withdrawn|Task, Who, Case|Work was withdrawn.|holds_now(withdrawn(Task, Who, Case))
            fluent|withdrawn|Task, Who, Case, Item|A work item was withdrawn.|holds_now(withdrawn(Task, Who, Case, Item))
            fluent|due|Case, Task, Time|Open work is due at a time.|holds_now(due(Case, Task, Time))
            fluent|running|Case|A case runs.|holds_now(running(Case))
            fluent|suspended|Case|A case is suspended.|holds_now(suspended(Case))
            fluent|done|Case|A case is completed.|holds_now(done(Case))
            fluent|failed|Case|A case has failed.|holds_now(failed(Case))
            fluent|cancelled|Case|A case was cancelled.|holds_now(cancelled(Case))
            fluent|process|Case, Name, Version|The process of a case and its version.|holds_at(process(Case, Name, Version), yesterday)
            fluent|key|Case, Key|The business key of a case.|holds_now(key(Case, Key))
            fluent|parent|Case, Parent|A case is a sub-case of another.|holds_now(parent(Case, Parent))
            fluent|attribute|Case, Name, Value|A searchable attribute of a case.|holds_now(attribute(Case, Name, Value))
            fluent|data|Case, Name, Value|A variable of a case has a value.|holds_at(data(Case, Name, Value), yesterday)
            fluent|token|Condition, Case|A condition of a net has a token.|holds_now(token(Condition, Case))
            fluent|busy|Task, Case|A task of a net was entered and has not ended.|holds_now(busy(Task, Case))
            fluent|at|Path, Case|A flow of activities is at a place.|holds_now(at(Path, Case))
            fluent|at|Path, Flow, Case|A flow of activities, by its number, is at a place.|holds_now(at(Path, Flow, Case))
            fluent|goal|Goal, Case|A goal of a logic program waits.|holds_now(goal(Goal, Case))
            fluent|goal|Goal, Number, Case|A goal of a logic program, by its number, waits.|holds_now(goal(Goal, Number, Case))
            fluent|occurred|Event, Case|An event that rules speak of has occurred.|holds_now(occurred(Event, Case))
            fluent|excluded|Event, Case|Rules do not permit an event any more.|holds_now(excluded(Event, Case))
            fluent|required|Event, Case|Rules require an event.|holds_now(required(Event, Case))
            fluent|accepted|Event, Case|Rules have accepted an event.|holds_now(accepted(Event, Case))
            fluent|idle|Agent|An agent has no work.|holds_now(idle(Agent))
            fluent|assigned|Agent, Task, Case|A pool has given work to an agent.|holds_now(assigned(Agent, Task, Case))
            fluent|qualified|Agent, Task, Cost|An agent can do a task at a cost.|holds_now(qualified(Agent, Task, Cost))
            fluent|participant|Name|Somebody works here.|holds_at(participant(Name), yesterday)
            fluent|role|Name, Role|A participant has a role.|holds_at(role(Name, Role), yesterday)
            event|begin|Case, Process|A case starts.|happened(begin(Case, Process), Time)
            event|complete|Case|A case is completed.|happened(complete(Case), Time)
            event|fail|Case, Reason|A case fails.|happened(fail(Case, Reason), Time)
            event|cancel|Case, Reason|A case is cancelled.|happened(cancel(Case, Reason), Time)
            event|suspend|Case|A case is suspended.|happened(suspend(Case), Time)
            event|resume|Case|A case goes on.|happened(resume(Case), Time)
            event|migrate|Case, Version|A case goes on under another version.|happened(migrate(Case, Version), Time)
            event|offer|Task, Case|Work is offered.|happened(offer(Task, Case), Time)
            event|assign|Who, Task, Case|Work is allocated to somebody.|happened(assign(Who, Task, Case), Time)
            event|release|Who, Task, Case|Somebody gives work back.|happened(release(Who, Task, Case), Time)
            event|start|Task, Who, Case|Somebody starts work.|happened(start(Task, Who, Case), Time)
            event|end|Task, Who, Case|Somebody completes work.|happened(end(Task, Who, Case), Time)
            event|fail|Task, Who, Case|Work fails.|happened(fail(Task, Who, Case), Time)
            event|withdraw|Task, Who, Case|Work is withdrawn.|happened(withdraw(Task, Who, Case), Time)
            event|suspend|Task, Case|Work is suspended.|happened(suspend(Task, Case), Time)
            event|resume|Task, Case|Work goes on.|happened(resume(Task, Case), Time)
            event|retry|Task, Case|Automatic work is tried again.|happened(retry(Task, Case), Time)
            event|escalate|Task, Case|A deadline has passed, and work is offered to others.|happened(escalate(Task, Case), Time)
            event|signal|Name, Content, Case|A case takes a signal.|happened(signal(Name, Content, Case), Time)
            event|timer|Case, Timer, Due|A timer is set.|happened(timer(Case, Timer, Due), Time)
            event|fired|Case, Timer|A timer fires.|happened(fired(Case, Timer), Time)
            event|incident|Case, Reason|A case begins to wait for a person.|happened(incident(Case, Reason), Time)
            event|attribute|Case, Name, Value|A searchable attribute of a case changes.|happened(attribute(Case, Name, Value), Time)
            event|enrol|Name|A participant is added.|happened(enrol(Name), Time)
            event|leave|Name|A participant is removed.|happened(leave(Name), Time)
            event|free_agent|Agent|An agent of a pool is added.|happened(free_agent(Agent), Time)
            event|deploy|Process, Version|A process is deployed.|happened(deploy(Process, Version), Time)
            """;

    private static final List<Word> WORDS = TABLE.lines().map(Vocabulary::word).toList();

    private Vocabulary() {}

    private static Word word(String line) {
        String[] parts = line.split("\\|", 5);
        return new Word(parts[0], parts[1], List.of(parts[2].split(", ")), parts[3], parts[4]);
    }

    /** The words that every history has. */
    public static List<Word> words() {
        return WORDS;
    }

    /** The fluents that every history has, as in {@code running/1}. */
    static Set<String> fluents() {
        return WORDS.stream().filter(word -> word.kind().equals("fluent")).map(Word::indicator).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The words that a deployed text in Prolog adds: the fluents of its {@code initiates/2}, and the predicates of rules over the history.
     * A text that is not Prolog adds none.
     *
     * @param process the name under which it is deployed
     * @param rules whether it holds rules over the history; the fluents of a process have the case as their last argument
     */
    public static List<Word> definedBy(String process, String text, boolean rules) {
        if (!rules && !text.contains("initiates")) {
            return List.of();
        }
        Map<String, Word> words = new LinkedHashMap<>();
        List<SyntaxError> errors = new ArrayList<>();
        for (Read read : new Reader(Source.of(process, GoalText.read(text)), Operators.iso(), Flags.iso()).all(errors)) {
            Term clause = read.term().deref();
            Term head = clause instanceof Struct rule && rule.is(":-", 2) ? rule.arg(0).deref() : clause;
            Word word = null;
            if (head instanceof Struct cause && cause.is("initiates", 2)) {
                word = defined("fluent", cause.arg(1).deref(), read, process, !rules);
            } else if (rules && !(head instanceof Struct other && (other.is("terminates", 2) || other.is(":-", 1)))) {
                word = defined("question", head, read, process, false);
            }
            if (word != null) {
                words.putIfAbsent(word.kind() + word.indicator(), word);
            }
        }
        return List.copyOf(words.values());
    }

    private static @Nullable Word defined(String kind, Term term, Read read, String process, boolean ofCase) {
        List<String> arguments = new ArrayList<>();
        String name;
        if (term instanceof Struct struct) {
            name = struct.name().name();
            for (int i = 0; i < struct.arity(); i++) {
                arguments.add(name(struct.arg(i).deref(), read, i));
            }
        } else if (term instanceof Atom atom) {
            name = atom.name();
        } else {
            return null;
        }
        if (ofCase) {
            arguments.add("Case");
        }
        String said = arguments.isEmpty() ? name : name + "(" + String.join(", ", arguments) + ")";
        boolean fluent = kind.equals("fluent");
        return new Word(
                kind, name, arguments, (fluent ? "A fluent" : "A question") + " that '" + process + "' defines.", fluent ? "holds_now(" + said + ")" : said);
    }

    /** The name of a variable, as the text calls it, or one that says its place. */
    private static String name(Term argument, Read read, int place) {
        return read.names().entrySet().stream()
                .filter(each -> argument instanceof Var && each.getValue().equals(argument) && !each.getKey().startsWith("_"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("Arg" + (place + 1));
    }
}

package io.millrace.net.file;

import io.millrace.data.Shape;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.net.Decomposition;
import io.millrace.net.Resourcing.Initiator;
import io.millrace.net.Resourcing;
import io.millrace.net.file.FactTerms.WrongFact;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The facts about who carries out one task. */
final class WorkFacts {
    static final Set<String> FACTS = Set.of(
            "routing/1", "routing/2", "work/2", "root/2", "priority/2", "role/2", "participant/2", "capability/2", "qualified/3",
            "offer/2", "allocate/2", "allocate/3", "start/2", "performer_from/2", "separate/2", "familiar/2", "unenforced/2",
            "accepts/2", "returns/2", "allocation/2");

    private final String task;
    private boolean routing;
    private @Nullable String root;
    private Doer doer = Doer.people();
    private int priority = io.millrace.work.Task.NORMAL_PRIORITY;
    private final List<String> roles = new ArrayList<>();
    private final List<String> participants = new ArrayList<>();
    private final List<String> capabilities = new ArrayList<>();
    private Initiator offer = Initiator.USER;
    private Initiator allocate = Initiator.USER;
    private @Nullable String allocator;
    private Initiator start = Initiator.USER;
    private final List<String> from = new ArrayList<>();
    private final List<String> separate = new ArrayList<>();
    private @Nullable String familiar;
    private @Nullable String pool;
    private final List<String> unenforced = new ArrayList<>();
    private Shape input = Shape.any();
    private Shape output = Shape.any();

    WorkFacts(String task) {
        this.task = task;
    }

    static boolean isOne(Struct fact) {
        return FACTS.contains(fact.name().name() + "/" + fact.arity());
    }

    /** Which argument names the task. */
    static int task(Struct fact) {
        return fact.is("qualified", 3) ? 1 : 0;
    }

    /** True if the fact is wholly in the model; the cost of {@code qualified/3} is not. */
    boolean take(Struct fact, FactTerms terms) {
        Term second = fact.arity() > 1 ? fact.arg(1) : fact.arg(0);
        switch (fact.name().name()) {
            case "routing" -> {
                routing = true;
                root = fact.arity() == 2 ? terms.name(second) : "";
            }
            case "work" -> doer = doer(second, terms);
            case "root" -> root = terms.name(second);
            case "priority" -> priority = priority(terms.number(second));
            case "role" -> roles.add(terms.name(second));
            case "participant" -> participants.add(terms.name(second));
            case "capability" -> capabilities.add(terms.name(second));
            case "qualified" -> {
                String who = terms.name(fact.arg(0));
                if (!participants.contains(who)) {
                    participants.add(who);
                }
                return false;
            }
            case "offer" -> offer = terms.choice(second, Initiator.values());
            case "allocate" -> {
                allocate = terms.choice(second, Initiator.values());
                allocator = fact.arity() == 3 ? terms.name(fact.arg(2)) : null;
            }
            case "start" -> start = terms.choice(second, Initiator.values());
            case "performer_from" -> from.add(terms.name(second));
            case "separate" -> separate.add(terms.name(second));
            case "familiar" -> familiar = terms.name(second);
            case "allocation" -> pool = terms.name(second);
            case "unenforced" -> unenforced.add(terms.name(second));
            case "accepts" -> input = NetFacts.shape(terms.data(second));
            case "returns" -> output = NetFacts.shape(terms.data(second));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static int priority(long number) {
        if (number < 0 || number > io.millrace.work.Task.TOP_PRIORITY) {
            throw new WrongFact("a priority lies between 0 and " + io.millrace.work.Task.TOP_PRIORITY);
        }
        return (int) number;
    }

    private static Doer doer(Term given, FactTerms terms) {
        Term term = given.deref();
        return switch (term) {
            case Struct struct when struct.is("handler", 1) -> new Doer.Handler(terms.name(struct.arg(0)));
            case Struct struct when struct.is("program", 1) -> new Doer.Program(terms.name(struct.arg(0)));
            case Struct struct when struct.is("process", 1) -> new Doer.Process(terms.name(struct.arg(0)));
            default -> {
                if (!FactTerms.isAtom(term, "people")) {
                    throw new WrongFact("work is done by people, handler(Name), program(Name) or process(Name), not " + terms.shown(term));
                }
                yield Doer.people();
            }
        };
    }

    /** Whom the process itself names as its agents does it, unless the facts name somebody else. */
    void assignedBy(String agents) {
        if (!routing && pool == null && participants.isEmpty() && roles.isEmpty() && from.isEmpty() && doer instanceof Doer.People) {
            pool = agents;
        }
    }

    Decomposition decomposition() {
        if (routing) {
            return new Decomposition.Routing(root == null ? "" : root);
        }
        io.millrace.work.Task work = io.millrace.work.Task.people(task)
                .by(doer)
                .offeredTo(new Performers(participants, roles, capabilities, List.of(), pool))
                .priority(priority)
                .retry(doer.isAutomatic() ? RetryPolicy.DEFAULT : RetryPolicy.NONE)
                .input(input)
                .output(output);
        Resourcing resourcing = new Resourcing(offer, allocate, allocator, start, from, separate, familiar, unenforced);
        return new Decomposition.Atomic(root == null ? task : root, work, resourcing);
    }
}

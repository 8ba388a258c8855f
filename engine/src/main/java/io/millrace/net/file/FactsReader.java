package io.millrace.net.file;

import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.net.End;
import io.millrace.net.Fault;
import io.millrace.net.Net;
import io.millrace.net.OrJoin;
import io.millrace.net.Place;
import io.millrace.net.Resourcing.Initiator;
import io.millrace.net.Specification;
import io.millrace.net.file.FactTerms.WrongFact;
import io.millrace.net.text.Nearest;
import io.millrace.net.text.Notes;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads nets as facts: the notation of the event calculus paper and what YAWL needs beyond it. Clauses that are not facts of
 * a net are kept for the goals that call them.
 */
final class FactsReader {
    private static final List<String> OPTIONS = List.of("or_join", "end", "allocation", "start");

    private record Clause(Read read, Place place, Struct fact) {}

    /** A clause beside the net: its head, and whether it is a rule. */
    private record Beside(Term head, Place place, boolean rule) {}

    private final String file;
    private final Source source;
    private final Notes notes;
    private String process;
    private OrJoin orJoin = OrJoin.PAPER;
    private End end = End.QUIET;
    private final Map<String, NetFacts> nets = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();
    private final AgentFacts agents = new AgentFacts();
    private final Map<String, String> said = new HashMap<>();
    private final List<Beside> beside = new ArrayList<>();
    /** Every name in a goal, a rule or a directive: such a predicate is called, or may be. */
    private final Set<String> mentioned = new HashSet<>();

    private FactsReader(String file, Source source, boolean strict) {
        this.file = file;
        this.source = source;
        this.notes = new Notes(source, Code.NET_FACTS, strict);
        this.process = stem(file);
    }

    static Reading read(String file, String text, boolean strict) {
        return new FactsReader(file, Source.of(file, text), strict).read();
    }

    private static String stem(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private Reading read() {
        List<SyntaxError> errors = new ArrayList<>();
        List<Read> reads = new Reader(source, Operators.iso(), FactTerms.flags()).all(errors);
        for (SyntaxError error : errors) {
            notes.wrong(Code.NET_FACTS, new Place(file, error.line(), error.column()), error.sentence());
        }
        Map<NetFacts, List<Clause>> byNet = byNet(reads);
        byNet.forEach((net, clauses) -> clauses.forEach(clause -> guarded(clause, () -> net.declare(clause.fact(), terms(clause), clause.place()))));
        byNet.forEach((net, clauses) -> clauses.forEach(clause -> guarded(clause, () -> take(net, clause))));
        if (notes.isStrict()) {
            beside.forEach(this::judge);
        }
        if (agents.areNamed()) {
            nets.values().forEach(net -> net.assignedBy(process));
        }
        List<Net> made = new ArrayList<>();
        for (NetFacts each : nets.values()) {
            made.add(each.net((place, sentence) -> notes.wrong(Code.NET_FACTS, place, sentence)));
        }
        if (notes.problems().isEmpty() && (made.isEmpty() || made.stream().allMatch(net -> net.tasks().isEmpty()))) {
            notes.wrong(Code.NET_FACTS, null, "it contains no fact of a net, such as initial_activity(a)");
        }
        if (!notes.problems().isEmpty()) {
            return new Reading(null, notes.problems(), notes.warnings());
        }
        Clauses kept = others.isEmpty() ? null : new Clauses(others);
        Specification specification = new Specification(process, made, made.getFirst().name(), orJoin, end, kept).agents(agents.pool(process));
        return new Reading(specification, List.of(), notes.warnings(), this::located);
    }

    /** A fault of a net stands where its fact does, not where its task is first mentioned. */
    private Place located(Fault fault) {
        NetFacts net = nets.get(fault.net());
        Place place = net == null ? null : net.located(fault);
        return place != null ? place : fault.place() != null ? fault.place() : new Place(file, 1, 1);
    }

    /** {@code net(Name)} opens the facts of a net; what stands before the first is the root, named as the process is. */
    private Map<NetFacts, List<Clause>> byNet(List<Read> reads) {
        Map<NetFacts, List<Clause>> byNet = new LinkedHashMap<>();
        List<Clause> early = new ArrayList<>();
        List<Clause> current = early;
        for (Read read : reads) {
            Place place = new Place(file, source.line(read.start()), source.column(read.start()));
            if (!(read.term().deref() instanceof Struct fact) || isOther(fact)) {
                keep(read);
                other(read.term().deref(), place);
                continue;
            }
            Clause clause = new Clause(read, place, fact);
            guarded(clause, () -> agents.declare(fact, terms(clause)));
            if (fact.is("net", 1)) {
                String[] name = {""};
                guarded(clause, () -> name[0] = terms(clause).name(fact.arg(0)));
                current = byNet.computeIfAbsent(nets.computeIfAbsent(name[0], made -> new NetFacts(made, place, notes.isStrict())), net -> new ArrayList<>());
            } else if (fact.is("process", 1)) {
                guarded(clause, () -> process = once("the process", terms(clause).name(fact.arg(0))));
            } else if (fact.is("option", 2)) {
                guarded(clause, () -> option(clause));
            } else {
                current.add(clause);
            }
        }
        if (early.stream().anyMatch(clause -> KnownFacts.RESERVED.contains(clause.fact().name().name()))) {
            Map<String, NetFacts> named = new LinkedHashMap<>(nets);
            NetFacts root = new NetFacts(process, early.getFirst().place(), notes.isStrict());
            nets.clear();
            nets.put(process, root);
            named.forEach(nets::putIfAbsent);
            Map<NetFacts, List<Clause>> ordered = new LinkedHashMap<>();
            ordered.put(root, early);
            ordered.putAll(byNet);
            return ordered;
        }
        early.forEach(clause -> guarded(clause, () -> {
            boolean ofAgents = agents.take(clause.fact(), terms(clause));
            keep(clause.read());
            if (!ofAgents && !byNet.isEmpty() && notes.isStrict() && KnownFacts.belongsToNet(clause.fact())) {
                throw new WrongFact("this fact belongs to no net, because it is before the first net(Name)");
            }
            if (!ofAgents) {
                beside.add(new Beside(clause.fact(), clause.place(), false));
            }
        }));
        return byNet;
    }

    /** A clause that is no fact of a net, as it stands in the file. */
    private void other(Term clause, Place place) {
        if (clause instanceof Struct rule && rule.is(":-", 2)) {
            KnownFacts.mentioned(rule.arg(1), mentioned);
            Term head = rule.arg(0).deref();
            if (KnownFacts.isOfEvents(head)) {
                KnownFacts.mentioned(head, mentioned);
            }
            beside.add(new Beside(head, place, true));
        } else if (clause instanceof Struct) {
            KnownFacts.mentioned(clause, mentioned);
        } else {
            beside.add(new Beside(clause, place, false));
        }
    }

    /** A clause beside the net that nothing mentions is a mistake if it has the name of a fact, or nearly. */
    private void judge(Beside clause) {
        Term head = clause.head();
        String name = KnownFacts.name(head);
        if (name.isEmpty() || mentioned.contains(name)) {
            return;
        }
        String mistake = clause.rule() && KnownFacts.isFactOfNets(head)
                ? "a rule cannot define the net; write a fact '" + name + "'"
                : KnownFacts.mistake(head);
        if (mistake != null) {
            notes.wrong(Code.NET_FACTS, clause.place(), mistake);
        } else if (!KnownFacts.isFactOfNets(head) && !KnownFacts.isOfEvents(head)) {
            notes.warn("No goal calls " + KnownFacts.indicator(head) + " (" + clause.place() + "), and it is not a fact of nets.");
        }
    }

    /** Rules and directives. One directive is ours: it says that the file is a net. */
    private static boolean isOther(Struct fact) {
        return fact.is(":-", 1) || fact.is(":-", 2) || fact.is("-->", 2);
    }

    private void keep(Read read) {
        Term term = read.term().deref();
        boolean language = term instanceof Struct directive
                && directive.is(":-", 1)
                && directive.arg(0).deref() instanceof Struct told
                && told.is("language", 1)
                && (told.arg(0).deref().equals(Atom.of("net")) || told.arg(0).deref().equals(Atom.of("facts")));
        if (!language) {
            others.add(source.text().substring(read.start(), read.end()).strip());
        }
    }

    private String once(String what, String value) {
        String before = said.putIfAbsent(what, value);
        if (before != null && !before.equals(value) && notes.isStrict()) {
            throw new WrongFact(what + " is " + before + " already, by an earlier fact");
        }
        return value;
    }

    private void option(Clause clause) {
        FactTerms terms = terms(clause);
        String option = terms.name(clause.fact().arg(0));
        once("the option '" + option + "'", terms.shown(clause.fact().arg(1)));
        switch (option) {
            case "or_join" -> orJoin = terms.choice(clause.fact().arg(1), OrJoin.values());
            case "end" -> end = terms.choice(clause.fact().arg(1), End.values());
            case "allocation" -> agents.strategy(terms.name(clause.fact().arg(1)));
            case "start" -> agents.starts(terms.choice(clause.fact().arg(1), Initiator.values()) == Initiator.SYSTEM);
            default -> throw new WrongFact("there is no option '" + option + "'" + Nearest.hint(option, OPTIONS) + "; there are " + String.join(", ", OPTIONS));
        }
    }

    private void take(NetFacts net, Clause clause) {
        Struct fact = clause.fact();
        if (agents.take(fact, terms(clause))) {
            // Goals may ask who is qualified.
            keep(clause.read());
            return;
        }
        if (net.take(fact, terms(clause), clause.place())) {
            mentionedIn(fact);
            return;
        }
        if (KnownFacts.RESERVED.contains(fact.name().name())) {
            throw new WrongFact(String.valueOf(KnownFacts.mistake(fact)));
        }
        if (KnownFacts.isOfEvents(fact)) {
            mentionedIn(fact);
        }
        keep(clause.read());
        beside.add(new Beside(fact, clause.place(), false));
    }

    private void mentionedIn(Struct fact) {
        for (int i = 0; i < fact.arity(); i++) {
            KnownFacts.mentioned(fact.arg(i), mentioned);
        }
    }

    private static FactTerms terms(Clause clause) {
        return new FactTerms(clause.read(), clause.place());
    }

    private void guarded(Clause clause, Runnable step) {
        try {
            step.run();
        } catch (WrongFact e) {
            notes.wrong(Code.NET_FACTS, clause.place(), String.valueOf(e.getMessage()));
        }
    }
}

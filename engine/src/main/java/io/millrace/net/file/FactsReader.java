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
import io.millrace.net.Net;
import io.millrace.net.OrJoin;
import io.millrace.net.Place;
import io.millrace.net.Resourcing.Initiator;
import io.millrace.net.Specification;
import io.millrace.net.file.FactTerms.WrongFact;
import io.millrace.net.text.Notes;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads nets as facts: the notation of the event calculus paper and what YAWL needs beyond it. Clauses that are not facts of
 * a net are kept for the goals that call them.
 */
final class FactsReader {
    /** Names that belong to nets; with another number of arguments they are a mistake, not a predicate of the user. */
    private static final Set<String> NAMES = Set.of(
            "initial_activity", "final_activity", "sequential", "and_split", "xor_split", "or_split", "and_join", "xor_join",
            "or_join", "condition", "flow", "multiple", "cancels", "composite");

    private record Clause(Read read, Place place, Struct fact) {}

    private final String file;
    private final Source source;
    private final Notes notes;
    private String process;
    private OrJoin orJoin = OrJoin.PAPER;
    private End end = End.QUIET;
    private final Map<String, NetFacts> nets = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();
    private final AgentFacts agents = new AgentFacts();

    private FactsReader(String file, Source source) {
        this.file = file;
        this.source = source;
        this.notes = new Notes(source, Code.NET_FACTS);
        this.process = stem(file);
    }

    static Reading read(String file, String text) {
        return new FactsReader(file, Source.of(file, text)).read();
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
        if (agents.areNamed()) {
            nets.values().forEach(net -> net.assignedBy(process));
        }
        List<Net> made = new ArrayList<>();
        for (NetFacts each : nets.values()) {
            try {
                made.add(each.net());
            } catch (WrongFact e) {
                notes.wrong(Code.NET_FACTS, null, String.valueOf(e.getMessage()));
            }
        }
        if (notes.problems().isEmpty() && (made.isEmpty() || made.stream().allMatch(net -> net.tasks().isEmpty()))) {
            notes.wrong(Code.NET_FACTS, null, "no fact of a net is in it, such as initial_activity(a)");
        }
        if (!notes.problems().isEmpty()) {
            return new Reading(null, notes.problems(), notes.warnings());
        }
        Clauses kept = others.isEmpty() ? null : new Clauses(others);
        Specification specification = new Specification(process, made, made.getFirst().name(), orJoin, end, kept).agents(agents.pool(process));
        return new Reading(specification, List.of(), notes.warnings());
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
                continue;
            }
            Clause clause = new Clause(read, place, fact);
            guarded(clause, () -> agents.declare(fact, terms(clause)));
            if (fact.is("net", 1)) {
                String[] name = {""};
                guarded(clause, () -> name[0] = terms(clause).name(fact.arg(0)));
                current = byNet.computeIfAbsent(nets.computeIfAbsent(name[0], made -> new NetFacts(made, place)), net -> new ArrayList<>());
            } else if (fact.is("process", 1)) {
                guarded(clause, () -> process = terms(clause).name(fact.arg(0)));
            } else if (fact.is("option", 2)) {
                guarded(clause, () -> option(clause));
            } else {
                current.add(clause);
            }
        }
        if (early.stream().anyMatch(clause -> NAMES.contains(clause.fact().name().name()))) {
            Map<String, NetFacts> named = new LinkedHashMap<>(nets);
            NetFacts root = new NetFacts(process, early.getFirst().place());
            nets.clear();
            nets.put(process, root);
            named.forEach(nets::putIfAbsent);
            Map<NetFacts, List<Clause>> ordered = new LinkedHashMap<>();
            ordered.put(root, early);
            ordered.putAll(byNet);
            return ordered;
        }
        early.forEach(clause -> {
            guarded(clause, () -> agents.take(clause.fact(), terms(clause)));
            keep(clause.read());
        });
        return byNet;
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

    private void option(Clause clause) {
        FactTerms terms = terms(clause);
        switch (terms.name(clause.fact().arg(0))) {
            case "or_join" -> orJoin = terms.choice(clause.fact().arg(1), OrJoin.values());
            case "end" -> end = terms.choice(clause.fact().arg(1), End.values());
            case "allocation" -> agents.strategy(terms.name(clause.fact().arg(1)));
            case "start" -> agents.starts(terms.choice(clause.fact().arg(1), Initiator.values()) == Initiator.SYSTEM);
            default -> throw new WrongFact("there is no such option; there are or_join, end, allocation and start");
        }
    }

    private void take(NetFacts net, Clause clause) {
        if (agents.take(clause.fact(), terms(clause))) {
            // Goals may ask who is qualified.
            keep(clause.read());
            return;
        }
        if (net.take(clause.fact(), terms(clause), clause.place())) {
            return;
        }
        if (NAMES.contains(clause.fact().name().name())) {
            throw new WrongFact(clause.fact().name().name() + " has another number of arguments");
        }
        keep(clause.read());
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

package io.millrace.prolog;

import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Figure.Sign;
import io.millrace.logic.read.Read;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.work.Doer;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program as a figure: its predicates as far as they have to do with the workflow, which of them calls which under which guard, whom they
 * send messages, and which of them wait. Predicates that only compute are left out.
 */
final class ProgramPicture {
    private static final String QUERY = "the query";
    /** Guards that look at the clock. */
    private static final Set<String> TIMES = Set.of("<</2", ">>/2", "messagetime/2", "replytime/2", "now/1", "time/1");

    private final ProgramText text;
    private final Map<String, List<ProgramText.Clause>> predicates = new LinkedHashMap<>();
    /** Predicates that send, wait, or lead to one that does. */
    private final Set<String> shown = new LinkedHashSet<>();

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    /** Labels of edges, so that clauses with the same call share one. */
    private final Map<List<String>, Set<String>> edges = new LinkedHashMap<>();
    private final Set<List<String>> messages = new LinkedHashSet<>();

    private ProgramPicture(ProgramText text) {
        this.text = text;
        text.clauses().forEach(clause -> predicates.computeIfAbsent(clause.key(), key -> new ArrayList<>()).add(clause));
    }

    static Figure of(String name, ProgramText text) {
        ProgramPicture picture = new ProgramPicture(text);
        picture.choose();
        picture.draw();
        List<Edge> edges = new ArrayList<>();
        picture.edges.forEach((ends, labels) -> {
            Edge edge = Edge.of(ends.getFirst(), ends.getLast(), String.join("; ", labels));
            edges.add(picture.messages.contains(ends) ? edge.aside() : edge);
        });
        return new Figure(name, List.of(new Sheet(name, name, List.copyOf(picture.nodes.values()), edges, List.of(), List.of())));
    }

    private void choose() {
        predicates.forEach((key, clauses) -> {
            if (text.suspendable(key) || clauses.stream().anyMatch(clause -> !rpcs(clause.body()).isEmpty())) {
                shown.add(key);
            }
        });
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<String, List<ProgramText.Clause>> each : predicates.entrySet()) {
                boolean leads = each.getValue().stream().flatMap(clause -> calls(clause.body()).stream()).anyMatch(shown::contains);
                more |= leads && shown.add(each.getKey());
            }
        }
    }

    private void draw() {
        if (!text.queries().isEmpty()) {
            nodes.put(QUERY, Node.of(QUERY, QUERY, Shape.START));
            Read query = text.queries().getFirst();
            Term goal = query.term() instanceof Struct directive && directive.is(":-", 1) ? directive.arg(0) : query.term();
            body(QUERY, goal, "", query);
        }
        for (String key : shown) {
            node(key);
            for (ProgramText.Clause clause : predicates.getOrDefault(key, List.of())) {
                String guard = clause.guarded() ? ShownTerms.goal(clause.guard(), clause.read()) : "";
                body(key, clause.body(), guard, clause.read());
                for (String asked : calls(clause.guard())) {
                    if (shown.contains(asked) && !asked.equals(key) && !edges.containsKey(List.of(key, asked))) {
                        node(asked);
                        messages.add(List.of(key, asked));
                        edge(key, asked, "guard");
                    }
                }
            }
        }
    }

    private void node(String key) {
        List<ProgramText.Clause> clauses = predicates.getOrDefault(key, List.of());
        boolean replies = clauses.stream().anyMatch(clause -> mentions(clause.guard(), Set.of("replycontent/2")));
        boolean times = clauses.stream().anyMatch(clause -> mentions(clause.guard(), TIMES));
        String waits = replies && times ? "waits for replies and time" : replies ? "waits for replies" : times ? "waits for time" : text.suspendable(key) ? "waits" : "";
        nodes.putIfAbsent(key, Node.of(key, key, Shape.BOX).by(waits));
    }

    private static boolean mentions(Term term, Set<String> keys) {
        return TermParts.any(term, part -> keys.contains(ProgramText.key(part)));
    }

    private void body(String from, Term body, String guard, Read read) {
        for (Struct rpc : rpcs(body)) {
            Term destination = rpc.arg(0).deref();
            Term message = rpc.arg(1).deref();
            boolean known = destination instanceof Struct || !ProgramText.key(destination).isEmpty();
            String to = "to " + (known ? ShownTerms.goal(destination, read) : "whoever " + ShownTerms.goal(destination, read) + " is");
            Task task = known ? Destination.task(destination) : Task.people("any");
            Sign sign = switch (task.doer()) {
                case Doer.People people -> Sign.PERSON;
                case Doer.Handler handler -> Sign.PROGRAM;
                case Doer.Program program -> Sign.PROGRAM;
                case Doer.Process process -> Sign.PROCESS;
            };
            nodes.putIfAbsent(to, Node.of(to, to.substring(3), Shape.TASK).by("", sign));
            messages.add(List.of(from, to));
            edge(from, to, ShownTerms.goal(message, read));
        }
        for (String call : calls(body)) {
            if (shown.contains(call)) {
                node(call);
                edge(from, call, guard);
            }
        }
    }

    private void edge(String from, String to, String label) {
        Set<String> labels = edges.computeIfAbsent(List.of(from, to), ends -> new LinkedHashSet<>());
        if (!label.isEmpty()) {
            labels.add(label);
        }
    }

    private static List<Struct> rpcs(Term body) {
        List<Struct> found = new ArrayList<>();
        TermParts.any(body, part -> {
            if (part instanceof Struct struct && struct.is("rpc", 3)) {
                found.add(struct);
            }
            return false;
        });
        return found;
    }

    /** The predicates of the program that a body mentions as goals, or inside of those. */
    private List<String> calls(Term body) {
        List<String> found = new ArrayList<>();
        TermParts.any(body, part -> {
            String key = ProgramText.key(part);
            if (predicates.containsKey(key) && !found.contains(key)) {
                found.add(key);
            }
            return false;
        });
        return found;
    }
}

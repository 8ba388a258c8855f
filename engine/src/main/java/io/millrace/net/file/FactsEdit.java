package io.millrace.net.file;

import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.net.Cancellation;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes the join, the split or the cancellation set of one task in a text of facts. Only the clauses that say it are written anew; comments,
 * layout and everything else stay as they are.
 */
final class FactsEdit {
    private static final Set<String> JOINS = Set.of("and_join", "xor_join", "or_join");
    private static final Set<String> SPLITS = Set.of("and_split", "xor_split", "or_split");

    private record Edit(int from, int to, String text) {}

    private final String text;
    private final Net net;
    private final NetTask before;
    private final NetTask after;
    /** The clauses of the net in which the task is. */
    private final List<Read> clauses;
    private final List<Edit> edits = new ArrayList<>();

    private FactsEdit(String text, Net net, NetTask before, NetTask after, List<Read> clauses) {
        this.text = text;
        this.net = net;
        this.before = before;
        this.after = after;
        this.clauses = clauses;
    }

    /** The text with the task changed, or null if that cannot be said by changing a few clauses. */
    static @Nullable String changed(String file, String text, Specification specification, String inNet, NetTask after) {
        Net net = specification.net(inNet);
        NetTask before = net == null ? null : net.task(after.name());
        List<SyntaxError> errors = new ArrayList<>();
        List<Read> reads = new Reader(Source.of(file, text), Operators.iso(), FactTerms.flags()).all(errors);
        if (net == null || before == null || !errors.isEmpty()) {
            return null;
        }
        List<Read> clauses = section(reads, inNet, specification.root().equals(inNet));
        return clauses.isEmpty() ? null : new FactsEdit(text, net, before, after, clauses).edited();
    }

    /** What stands before the first {@code net/1} belongs to the root. */
    private static List<Read> section(List<Read> reads, String net, boolean root) {
        List<Read> section = new ArrayList<>();
        boolean inside = root;
        boolean named = false;
        for (Read read : reads) {
            Term term = read.term().deref();
            if (term instanceof Struct fact && fact.is("net", 1)) {
                inside = isNamed(fact.arg(0), net);
                named |= inside;
            }
            if (inside) {
                section.add(read);
            }
        }
        if (named && root) {
            // The root has a name of its own, so what stands before it is about something else.
            section.removeIf(read -> read.start() < firstNet(reads));
        }
        return section;
    }

    private static int firstNet(List<Read> reads) {
        return reads.stream().filter(read -> read.term().deref() instanceof Struct fact && fact.is("net", 1)).mapToInt(Read::start).min().orElse(0);
    }

    private @Nullable String edited() {
        boolean possible = true;
        if (before.join() != after.join()) {
            possible = junction(JOINS, 1, word(after.join()) + "_join", joinFact());
        }
        if (before.split() != after.split()) {
            possible &= junction(SPLITS, 0, word(after.split()) + "_split", splitFact());
        }
        if (!before.cancels().equals(after.cancels())) {
            cancels();
        }
        if (!possible || edits.isEmpty()) {
            return null;
        }
        StringBuilder result = new StringBuilder(text);
        edits.stream().sorted(Comparator.comparingInt(Edit::from).reversed()).forEach(edit -> result.replace(edit.from, edit.to, edit.text));
        return result.toString();
    }

    /** Another word before the bracket, or a new fact if none says it. */
    private boolean junction(Set<String> words, int argument, String word, @Nullable String fact) {
        boolean found = false;
        for (Read read : clauses) {
            if (read.term().deref() instanceof Struct struct
                    && struct.arity() == 2
                    && words.contains(struct.name().name())
                    && isNamed(struct.arg(argument), after.name())) {
                String old = struct.name().name();
                if (!text.startsWith(old, read.start())) {
                    return false;
                }
                edits.add(new Edit(read.start(), read.start() + old.length(), word));
                found = true;
            }
        }
        if (!found && fact != null) {
            append(fact);
        }
        return found || fact != null;
    }

    private @Nullable String joinFact() {
        List<String> from = net.flows().stream().filter(flow -> flow.to().equals(after.name())).map(flow -> quoted(flow.from())).toList();
        return word(after.join()) + "_join([" + String.join(", ", from) + "], " + quoted(after.name()) + ").";
    }

    /** Null where flows have conditions: other clauses say these. */
    private @Nullable String splitFact() {
        List<Flow> flows = net.flows().stream().filter(flow -> flow.from().equals(after.name())).toList();
        return flows.stream().allMatch(flow -> flow.predicate() == null && !flow.isDefault())
                ? word(after.split()) + "_split(" + quoted(after.name()) + ", ["
                        + String.join(", ", flows.stream().map(flow -> quoted(flow.to())).toList()) + "])."
                : null;
    }

    /** The first clause says all, and the others go. */
    private void cancels() {
        String fact = after.cancels().isNone() ? "" : cancelsFact();
        boolean found = false;
        for (Read read : clauses) {
            if (read.term().deref() instanceof Struct struct && struct.is("cancels", 2) && isNamed(struct.arg(0), after.name())) {
                edits.add(new Edit(read.start(), read.end(), found ? "" : fact));
                found = true;
            }
        }
        if (!found) {
            append(fact);
        }
    }

    private String cancelsFact() {
        List<String> nodes = new ArrayList<>(after.cancels().nodes().stream().map(FactsEdit::node).toList());
        for (Cancellation.Arc arc : after.cancels().between()) {
            nodes.add("c(" + quoted(arc.from()) + ", " + quoted(arc.to()) + ")");
        }
        return "cancels(" + quoted(after.name()) + ", [" + String.join(", ", nodes) + "]).";
    }

    /** What is between two tasks is written {@code c(a, b)}. */
    private static String node(String name) {
        int comma = name.indexOf(',');
        return name.startsWith("c(") && name.endsWith(")") && comma > 0
                ? "c(" + quoted(name.substring(2, comma)) + ", " + quoted(name.substring(comma + 1, name.length() - 1)) + ")"
                : quoted(name);
    }

    private void append(String fact) {
        int end = clauses.stream().mapToInt(Read::end).max().orElse(text.length());
        edits.add(new Edit(end, end, "\n" + fact));
    }

    private static boolean isNamed(Term term, String name) {
        Term known = term.deref();
        return switch (known) {
            case Struct act when act.is("act", 2) -> isNamed(act.arg(0), name);
            case Atom atom -> atom.name().equals(name);
            case Term other -> other.toString().equals(name);
        };
    }

    private static String quoted(String name) {
        return FactsWriter.quoted(name);
    }

    private static String word(Junction junction) {
        return junction.name().toLowerCase(Locale.ROOT);
    }
}

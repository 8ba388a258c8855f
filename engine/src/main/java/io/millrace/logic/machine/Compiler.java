package io.millrace.logic.machine;

import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns a stored clause into {@link Clause.Code}: nodes for its terms, and its body by {@link BodyCompiler}.
 *
 * <p>Nodes recurse, so terms deeper than {@link #DEEPEST} are cut into pieces: a piece is a variable in the term above it,
 * unified with the piece afterwards.
 */
final class Compiler {
    static final int DEEPEST = 100;

    /** A clause with so few parts is built or unified in the step that a call takes. */
    private static final int SMALL = 32;

    /** So many further parts are built or unified in about the time of a step. */
    private static final int PARTS_PER_STEP = 5;

    final Function<Functor, Procedure> procedures;
    final Slots slots;
    private final Deque<Piece> pieces = new ArrayDeque<>();

    private @Nullable Meter meter;
    /** How many parts were compiled: about what it costs to run through the clause. */
    private int cells;

    /** Whether the body is given at run time: then its terms are there already, and there is no frame to build them in. */
    private final boolean given;

    private record Piece(int slot, Term term) {}

    private Compiler(Function<Functor, Procedure> procedures, Slots variables, boolean given) {
        this.procedures = procedures;
        this.slots = variables;
        this.given = given;
    }

    /** @param meter gets a step for each part of a clause that a run adds; null for the clauses of a program */
    static Clause clause(Term head, Term body, int count, Function<Functor, Procedure> procedures,
            Goal.@Nullable Place place, @Nullable Meter meter) {
        int arity = head instanceof Struct struct ? struct.functor().arity : 0;
        Slots variables = new Slots(count, arity);
        if (count > 0) {
            variables.count(head);
            variables.count(body);
        }
        Compiler compiler = new Compiler(procedures, variables, false);
        compiler.meter = meter;
        return compiler.clause(head, body, count, place);
    }

    /** The goals of a body given at run time, ending in {@code next}. */
    static Goal body(Term body, Function<Functor, Procedure> procedures, Goal next, Meter meter) {
        Compiler compiler = new Compiler(procedures, new Slots(0, 0), true);
        compiler.meter = meter;
        return new BodyCompiler(compiler, null).body(body).link(next);
    }

    private Clause clause(Term head, Term body, int count, Goal.@Nullable Place place) {
        List<Integer> at = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        if (head instanceof Struct struct) {
            int arity = struct.functor().arity;
            boolean[] placed = new boolean[arity];
            for (int i = 0; i < arity; i++) {
                placed[i] = struct.arg(i) instanceof Var variable && slots.place(variable, i);
            }
            for (int i = 0; i < arity; i++) {
                if (!placed[i]) {
                    at.add(i);
                    nodes.add(node(struct.arg(i)));
                }
            }
            while (!pieces.isEmpty()) {
                Piece piece = pieces.remove();
                at.add(piece.slot);
                nodes.add(node(piece.term, 0));
            }
        }
        BodyCompiler.Draft draft = new BodyCompiler(this, place).body(body);
        List<Det> guard = draft.leadingTests();
        boolean commits = draft.dropCut();
        Goal start = draft.link(Goal.RETURN);
        Clause.Code code = new Clause.Code(slots.size(), Math.max(0, cells - SMALL) / PARTS_PER_STEP, at.stream().mapToInt(Integer::intValue).toArray(),
                nodes.toArray(Node[]::new), guard.toArray(Det[]::new), commits, start, place);
        return new Clause(head, body, count, code, cells);
    }

    /** What is announced to while something is compiled at run time; null while a program is built. */
    @Nullable Meter meter() {
        return meter;
    }

    /** Announces a part of something that is compiled at run time, where it may contain itself or share its parts. */
    void spend() {
        cells++;
        if (meter != null) {
            meter.cells(1);
        }
    }

    /** The node for a term that runs now; deep parts are left in {@link #pieces}. */
    Node node(Term term) {
        Term at = Var.deref(term);
        return given || at instanceof Struct && TermWalks.constant(at, meter) ? new Node.Constant(at) : node(at, 0);
    }

    private Node node(Term term, int depth) {
        spend();
        Term at = Var.deref(term);
        if (at instanceof Var variable) {
            return slots.node(variable);
        }
        if (!(at instanceof Struct struct)) {
            return new Node.Constant(at);
        }
        if (depth == DEEPEST) {
            int slot = slots.temporary();
            pieces.add(new Piece(slot, struct));
            return new Node.First(slot);
        }
        Node[] args = new Node[struct.functor().arity];
        boolean constant = true;
        for (int i = 0; i < args.length; i++) {
            args[i] = node(struct.arg(i), depth + 1);
            constant &= args[i] instanceof Node.Constant c && c.kind == Node.ATOMIC;
        }
        return constant
                ? new Node.Constant(struct)
                : new Node.Compound(struct.functor(), args);
    }

    /**
     * The nodes for the arguments of a goal. If one is too deep, the variables of the goal are made first, and its pieces
     * are unified by goals that {@code out} gets before the goal itself.
     */
    Node[] arguments(Term goal, List<Goal> out) {
        if (!(goal instanceof Struct struct)) {
            return new Node[0];
        }
        Node[] nodes = new Node[struct.functor().arity];
        if (given || !deep(struct)) {
            for (int i = 0; i < nodes.length; i++) {
                nodes[i] = node(struct.arg(i));
            }
            return nodes;
        }
        out.add(new Goal.Fresh(slots.unseen(struct)));
        List<Goal> parts = new ArrayList<>();
        List<Integer> made = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            int slot = slots.temporary();
            made.add(slot);
            nodes[i] = new Node.Next(slot);
            parts.add(new Det.Unify(nodes[i], node(struct.arg(i))));
        }
        while (!pieces.isEmpty()) {
            // The piece above fills the slot first, since pieces come in the order from the top down.
            Piece piece = pieces.remove();
            parts.add(new Det.Unify(new Node.Next(piece.slot), node(piece.term, 0)));
        }
        out.add(new Goal.Fresh(made.stream().mapToInt(Integer::intValue).toArray()));
        out.addAll(parts);
        return nodes;
    }

    private boolean deep(Struct struct) {
        record Level(Struct struct, int depth) {}
        Deque<Level> pending = new ArrayDeque<>();
        pending.push(new Level(struct, 0));
        while (!pending.isEmpty()) {
            Level level = pending.pop();
            spend();
            if (level.depth > DEEPEST) {
                return true;
            }
            for (int i = 0; i < level.struct.functor().arity; i++) {
                if (Var.deref(level.struct.arg(i)) instanceof Struct part) {
                    pending.push(new Level(part, level.depth + 1));
                }
            }
        }
        return false;
    }
}

package io.millrace.algebra;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A rule without variables, ready to run.
 *
 * @param events those that it mentions; an automaton that counts positions has all of them
 */
record GroundRule(String name, boolean assumed, Residue start, BitSet events) {
    static GroundRule of(String name, boolean assumed, Expr expr) {
        BitSet events = new BitSet();
        expr.events().forEach(events::set);
        return new GroundRule(name, assumed, Residue.Formula.of(expr), events);
    }

    boolean isFormula() {
        return start instanceof Residue.Formula;
    }

    Expr expr() {
        return ((Residue.Formula) start).expr();
    }

    /** A rule that holds exactly where this one does not. */
    GroundRule not() {
        Residue opposite = switch (start) {
            case Residue.Formula formula -> Residue.Formula.of(Simplifier.not(formula.expr()));
            case Residue.Automaton automaton -> automaton.dfa().not().start();
        };
        return new GroundRule("not " + name, assumed, opposite, events);
    }

    /** What is left of it, as text. */
    static String text(Residue residue, IntFunction<String> names) {
        return switch (residue) {
            case Residue.Formula formula -> formula.expr().text(names);
            case Residue.Automaton automaton -> automaton.isSure() ? "true" : automaton.isDead() ? "false" : automaton.dfa().text();
        };
    }

    /** All that is left, simplified as one. */
    static String text(List<Residue> residues, IntFunction<String> names) {
        Expr formulas = Simplifier.and(residues.stream()
                .filter(Residue.Formula.class::isInstance)
                .map(each -> ((Residue.Formula) each).expr())
                .toList());
        List<String> automata = residues.stream()
                .filter(each -> each instanceof Residue.Automaton && !each.isSure())
                .map(each -> text(each, names))
                .toList();
        if (automata.isEmpty()) {
            return formulas.text(names);
        }
        if (formulas.is(Expr.Kind.TRUE)) {
            return String.join(" & ", automata);
        }
        String first = formulas.is(Expr.Kind.OR) ? "(" + formulas.text(names) + ")" : formulas.text(names);
        return first + " & " + String.join(" & ", automata);
    }
}

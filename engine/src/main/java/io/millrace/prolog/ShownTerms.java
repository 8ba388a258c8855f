package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.logic.codec.TermCodec;
import io.millrace.logic.read.Read;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Terms as people see them: workflow variables as {@code wv1}, unbound variables as {@code A},
 * {@code B} …, and those that waiting goals share as {@code _1}, {@code _2} …
 */
final class ShownTerms {
    private static final int LETTERS = 26;
    private static final int GOAL_LENGTH = 300;
    private static final Atom REST = Atom.of("...");
    private static final Writer WRITER = Writer.quoted().withNumberVariables(false);
    /** Writes no more than is needed to see that there is something to cut. */
    private static final Writer MESSAGES = WRITER.withMaxLength(GOAL_LENGTH + 1);

    private ShownTerms() {}

    /** A ground or other term with atoms in place of its workflow variables. */
    static Term outside(Term term) {
        return WorkflowVariables.anyIn(term) ? Rebuilt.of(term, ShownTerms::named) : term.deref();
    }

    private static Term named(Term part) {
        int number = WorkflowVariables.number(part);
        return number == 0 ? part : Atom.of("wv" + number);
    }

    static String text(Term term) {
        return text(term, WRITER);
    }

    private static String text(Term term, Writer writer) {
        Map<Var, String> waiting = new HashMap<>();
        Term outside = FreeVariables.thawed(outside(term), waiting);
        List<Var> variables = Terms.variables(outside);
        if (variables.isEmpty()) {
            return writer.write(outside);
        }
        Map<Var, String> names = new HashMap<>(names(variables));
        names.putAll(waiting);
        return writer.withNames(names).write(outside);
    }

    /** The text of a term in its binary form. */
    static String term(byte[] term) {
        return text(TermCodec.decode(term));
    }

    /** A goal for a message: cut where it becomes too long to read, and not looked at any further than that. */
    static String goal(Term goal) {
        int[] looked = {0};
        return cut(text(Rebuilt.of(goal, part -> ++looked[0] > GOAL_LENGTH ? REST : part), MESSAGES));
    }

    /** A goal of a program, with its variables as they are called there. */
    static String goal(Term goal, Read read) {
        Map<Var, String> names = new HashMap<>();
        read.variables().forEach(variable -> names.put(variable, "_"));
        read.names().forEach((name, variable) -> names.put(variable, name));
        return cut(MESSAGES.withNames(names).write(goal));
    }

    private static String cut(String text) {
        return text.length() <= GOAL_LENGTH ? text : text.substring(0, GOAL_LENGTH) + "…";
    }

    private static Map<Var, String> names(List<Var> variables) {
        Map<Var, String> names = new HashMap<>();
        for (Var variable : variables) {
            int number = names.size();
            String letter = String.valueOf((char) ('A' + number % LETTERS));
            names.put(variable, number < LETTERS ? letter : letter + number / LETTERS);
        }
        return names;
    }

    /** An instant in seconds since 1970. */
    static Data time(Instant instant) {
        return instant.getNano() == 0
                ? Data.of(instant.getEpochSecond())
                : Data.of(Times.value(instant).stripTrailingZeros());
    }
}

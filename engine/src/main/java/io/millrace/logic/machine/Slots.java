package io.millrace.logic.machine;

import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Terms;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The variables of a clause while it is compiled: where each lies, how often it occurs, and whether it has a value yet.
 *
 * <p>Nodes must be made in the order in which they will run, because the first occurrence of a variable fills its slot
 * and the later ones read it. In a goal given at run time there are no such variables: those it mentions exist already.
 */
final class Slots {
    private static final int NOWHERE = -1;

    private final int[] slots;
    private final int[] occurrences;
    private final BitSet seen = new BitSet();
    private int size;

    Slots(int count, int arity) {
        this.slots = new int[count];
        this.occurrences = new int[count];
        this.size = arity;
        Arrays.fill(slots, NOWHERE);
    }

    /** How many slots a call needs so far. */
    int size() {
        return size;
    }

    static int index(Var variable) {
        return variable.serial() >= Copier.STORED ? (int) (variable.serial() - Copier.STORED) : NOWHERE;
    }

    void count(Term term) {
        count(term, occurrences);
    }

    private static void count(Term term, int[] counts) {
        TermWalks.all(term, part -> {
            if (part instanceof Var variable && index(variable) != NOWHERE) {
                counts[index(variable)]++;
            }
            return true;
        });
    }

    /** Gives a variable the slot of the argument that it stands for. */
    boolean place(Var variable, int slot) {
        int index = index(variable);
        if (slots[index] != NOWHERE) {
            return false;
        }
        slots[index] = slot;
        seen.set(index);
        return true;
    }

    Node node(Var variable) {
        int index = index(variable);
        if (index == NOWHERE) {
            return new Node.Constant(variable);
        }
        if (seen.get(index)) {
            return new Node.Next(slots[index]);
        }
        if (occurrences[index] == 1) {
            return Node.Void.ONLY;
        }
        seen.set(index);
        return new Node.First(slot(index));
    }

    private int slot(int index) {
        if (slots[index] == NOWHERE) {
            slots[index] = size++;
        }
        return slots[index];
    }

    int temporary() {
        return size++;
    }

    /** Whether the variable has a value whenever the code reached so far runs. */
    boolean seen(Var variable) {
        int index = index(variable);
        return index == NOWHERE || seen.get(index);
    }

    /**
     * The slots of the variables that a construct with these branches needs to be there before it begins: those that
     * occur in it for the first time, but not in one branch only.
     */
    int[] shared(Term... branches) {
        if (slots.length == 0) {
            return new int[0];
        }
        List<Integer> found = new ArrayList<>();
        for (Term branch : branches) {
            int[] counts = new int[slots.length];
            count(branch, counts);
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0 && !seen.get(i) && counts[i] < occurrences[i]) {
                    seen.set(i);
                    found.add(slot(i));
                }
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The slots of all variables of a term that have no value yet. */
    int[] unseen(Term term) {
        if (slots.length == 0) {
            return new int[0];
        }
        List<Integer> found = new ArrayList<>();
        for (Var variable : Terms.variables(term)) {
            int index = index(variable);
            if (index != NOWHERE && !seen.get(index)) {
                seen.set(index);
                found.add(slot(index));
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }
}

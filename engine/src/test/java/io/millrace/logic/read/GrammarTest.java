package io.millrace.logic.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class GrammarTest {
    /** Rules and their clauses; the variables of a clause are lettered in the order in which they were made. */
    private static final String[] TABLE = {
        "a-->b ⇒ a(A,B):-b(A,B)",
        "a-->b,c ⇒ a(A,B):-b(A,C),c(C,B)",
        "a-->[x] ⇒ a(A,B):-A=[x|B]",
        "a-->[x],b ⇒ a(A,B):-A=[x|C],b(C,B)",
        "a-->[] ⇒ a(A,B):-A=B",
        "a-->\"ab\" ⇒ a(A,B):-A=[97,98|B]",
        "a-->`ab` ⇒ a(A,B):-A=[97,98|B]",
        "a-->\"\" ⇒ a(A,B):-A=B",
        "a-->{x} ⇒ a(A,B):-x,A=B",
        "a-->{x},b ⇒ a(A,B):-(x,A=C),b(C,B)",
        "a--> !,b ⇒ a(A,B):-(!,A=C),b(C,B)",
        "a-->b,! ⇒ a(A,B):-b(A,C),!,C=B",
        "a--> \\+b,c ⇒ a(A,B):-(\\+b(A,D),A=C),c(C,B)",
        "a-->b;c ⇒ a(A,B):-b(A,B);c(A,B)",
        "a-->(b|c) ⇒ a(A,B):-b(A,B);c(A,B)",
        "a-->b->c;d ⇒ a(A,B):-b(A,C)->c(C,B);d(A,B)",
        "a-->b*->c;d ⇒ a(A,B):-b(A,C)*->c(C,B);d(A,B)",
        "a-->call(f,x) ⇒ a(A,B):-call(f,x,A,B)",
        "a-->X ⇒ a(A,B):-phrase(_,A,B)",
        "a-->{} ⇒ a(A,B):-true,A=B",
        "a,[p]-->b ⇒ a(A,B):-b(A,C),B=[p|C]",
        "a,\"p\"-->b ⇒ a(A,B):-b(A,C),B=[112|C]",
        "a,[p,q]-->b,c ⇒ a(A,B):-(b(A,D),c(D,C)),B=[p,q|C]",
        "a(1)-->b(2,3),c(4) ⇒ a(1,A,B):-b(2,3,A,C),c(4,C,B)",
        "a-->(b,c),d ⇒ a(A,B):-(b(A,D),c(D,C)),d(C,B)",
        "a-->[x,y|z] ⇒ !type_error(list,[x,y|z])",
        "a-->[x|_] ⇒ !instantiation_error",
        "1-->b ⇒ !type_error(callable,1)",
        "a-->1 ⇒ !type_error(callable,1)",
        "X-->b ⇒ !instantiation_error",
        "a,b-->c ⇒ !type_error(list,b)",
    };

    private static final Flags FLAGS = Flags.iso().withDoubleQuotes(Flags.DoubleQuotes.STRING);

    @TestFactory
    Stream<DynamicTest> every_rule_becomes_the_clause_of_the_table() {
        return Stream.of(TABLE).map(line -> DynamicTest.dynamicTest(line, () -> {
            String[] columns = line.split(" ⇒ ");
            assertThat(outcome(columns[0])).isEqualTo(columns[1]);
        }));
    }

    @Test
    void a_long_body_costs_no_stack() {
        Term rule = Reader.term("a-->" + "b,".repeat(1_000_000) + "b", Operators.iso(), FLAGS).term();
        long[] made = {0};
        Term clause = Grammar.clause((Struct) rule, () -> Var.numbered(1_000 + made[0]++));
        assertThat(made[0]).isEqualTo(1_000_002);
        assertThat(Writer.quoted().write(clause)).startsWith("a(_1000,_1001):-b(_1000,_1002),b(_1002,_1003),");
    }

    private static String outcome(String rule) {
        List<Var> made = new ArrayList<>();
        try {
            Struct term = (Struct) Reader.term(rule, Operators.iso(), FLAGS).term();
            Term clause = Grammar.clause(term, () -> {
                made.add(Var.numbered(1_000 + made.size()));
                return made.getLast();
            });
            String text = Writer.quoted().write(clause);
            for (int i = 0; i < made.size(); i++) {
                text = text.replace("_" + (1_000 + i), Character.toString('A' + i));
            }
            return text.replaceAll("_[0-9]+", "_");
        } catch (PrologError e) {
            return "!" + Writer.quoted().write(((Struct) e.term()).arg(0));
        }
    }
}

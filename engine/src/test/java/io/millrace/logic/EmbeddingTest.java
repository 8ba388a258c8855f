package io.millrace.logic;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.machine.Solutions;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of the page about the embedded Prolog. */
class EmbeddingTest {
    @Test
    void a_program_is_built_once_and_asked_by_a_machine_with_limits() {
        Library host = Library.builder()
                .det("shout", 2, (machine, args) -> machine.unify(
                        args[1], Atom.of(((Atom) args[0]).name().toUpperCase(java.util.Locale.ROOT))))
                .build();
        Program program = Prolog.builder()
                .library(host)
                .consult(Source.of("family.pl", """
                        parent(ann, bob).
                        parent(bob, cid).
                        ancestor(X, Y) :- parent(X, Y).
                        ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
                        """))
                .build();
        Machine machine = new Machine(program, host, Limits.GENEROUS.withInferences(100_000));

        Var name = new Var();
        List<String> found = new ArrayList<>();
        try (Solutions solutions = machine.solve(Struct.of(",",
                Struct.of("ancestor", Atom.of("ann"), name), Struct.of("shout", name, new Var())))) {
            while (solutions.next()) {
                found.add(Writer.quoted().write(name));
            }
        }
        assertThat(found).containsExactly("bob", "cid");
    }
}

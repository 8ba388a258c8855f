package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sign;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PictureTest {
    @Test
    void a_program_shows_who_calls_whom_who_is_asked_and_what_waits() {
        Figure figure = new WorkflowProlog().compile("ask", """
                :- ask(anna).
                ask(Who) :- rpc(Who, question(1), A), rpc(program(bank), pay, B), answer(A, B).
                answer(A, _) :- replycontent(A, yes) : rpc(clerk, done, _).
                answer(A, _) :- messagetime(A, T), Limit is T + 60, Limit << replytime(A) : ask(boss).
                pure(X, Y) :- Y is X + 1.
                """).figure();
        Figure.Sheet sheet = Objects.requireNonNull(figure).sheets().getFirst();
        assertThat(sheet.nodes()).extracting(Node::label)
                .containsExactlyInAnyOrder("the query", "ask/1", "answer/2", "whoever Who is", "program(bank)", "clerk");
        assertThat(sheet.nodes()).filteredOn(node -> node.shape() == Shape.BOX && !node.who().isEmpty())
                .singleElement().satisfies(node -> assertThat(node.who()).isEqualTo("waits for replies and time"));
        assertThat(sheet.nodes()).filteredOn(node -> node.label().equals("program(bank)")).first().satisfies(node -> assertThat(node.signs()).containsExactly(Sign.PROGRAM));
        assertThat(sheet.edges()).filteredOn(edge -> edge.from().equals("answer/2") && edge.to().equals("ask/1"))
                .singleElement().satisfies(edge -> assertThat(edge.label()).contains("Limit<<replytime(A)"));
        assertThat(sheet.edges()).filteredOn(Edge::dashed).extracting(Edge::label).contains("question(1)", "pay", "done");
    }
}

package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlainNetTest {
    private static final Transition MOVE = new Transition("move", List.of(new Arc(0, 1)), List.of(new Arc(1, 2)));

    @Test
    void a_net_keeps_what_it_was_made_of() {
        List<String> places = new ArrayList<>(List.of("a", "b"));
        PlainNet net = new PlainNet("n", places, List.of(1, 0), List.of(MOVE));
        places.set(0, "other");
        assertThat(net.places()).containsExactly("a", "b");
        assertThat(net.transitions()).containsExactly(MOVE);
    }

    @Test
    void a_net_that_is_not_one_cannot_be_made() {
        refuses("two places of one name", List.of("a", "a"), List.of(1, 0), List.of());
        refuses("two transitions of one name", List.of("a", "b"), List.of(1, 0), List.of(MOVE, MOVE));
        refuses("2 places, and initial tokens for 1", List.of("a", "b"), List.of(1), List.of());
        refuses("fewer than no tokens", List.of("a"), List.of(-1), List.of());
        refuses("'move' is joined to place 1 of 1", List.of("a"), List.of(1), List.of(MOVE));
        Transition twice = new Transition("twice", List.of(new Arc(0, 1), new Arc(0, 2)), List.of());
        refuses("'twice' is joined twice to place 0", List.of("a"), List.of(1), List.of(twice));
        assertThatThrownBy(() -> new Arc(0, 0)).hasMessageContaining("weight 0");
        assertThatThrownBy(() -> new Arc(-1, 1)).hasMessageContaining("place -1");
    }

    private static void refuses(String why, List<String> places, List<Integer> initial, List<Transition> transitions) {
        assertThatThrownBy(() -> new PlainNet("n", places, initial, transitions))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}

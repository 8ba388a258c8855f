package io.millrace.verify.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.problem.RefusedException;
import io.millrace.verify.PlainNet;
import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlainFormTest {
    @Test
    void a_task_with_and_join_and_and_split_is_one_transition() {
        assertThat(shown("initial_activity(a). and_split(a, [b, c]). and_join([b, c], d). final_activity(d).")).containsExactly(
                "a: start -> c(a,b) c(a,c)",
                "b: c(a,b) -> c(b,d)",
                "c: c(a,c) -> c(c,d)",
                "d: c(b,d) c(c,d) -> end");
    }

    @Test
    void a_choice_is_a_transition_for_each_way_in_and_out() {
        assertThat(shown("initial_activity(a). xor_split(a, [(b, data(x, 1)), (c, otherwise)]). xor_join([b, c], d). final_activity(d).")).containsExactly(
                "a_b: start -> c(a,b)",
                "a_c: start -> c(a,c)",
                "b: c(a,b) -> c(b,d)",
                "c: c(a,c) -> c(c,d)",
                "d_b: c(b,d) -> end",
                "d_c: c(c,d) -> end");
    }

    @Test
    void an_or_split_is_a_transition_for_each_set_of_ways() {
        assertThat(shown("initial_activity(a). or_split(a, [(b, data(x, 1)), (c, otherwise)]). xor_join([b, c], d). final_activity(d).").subList(0, 3))
                .containsExactly("a_b: start -> c(a,b)", "a_c: start -> c(a,c)", "a_b+c: start -> c(a,b) c(a,c)");
    }

    @Test
    void the_input_condition_holds_the_token_and_conditions_keep_their_names() {
        PlainNet net = PlainForm.of(read("""
                initial_activity(a). condition(waiting). flow(a, waiting). flow(waiting, b). flow(waiting, c).
                xor_join([b, c], d). final_activity(d)."""));
        assertThat(net.name()).isEqualTo("x");
        assertThat(net.places()).contains("start", "waiting", "end");
        assertThat(net.initial().get(net.places().indexOf("start"))).isEqualTo(1);
        assertThat(net.initial().stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
        assertThat(net.transitions()).extracting(Transition::name).containsExactly("a", "b", "c", "d_b", "d_c");
    }

    @Test
    void names_of_ways_make_room_for_names_of_tasks() {
        assertThat(shown("initial_activity(a). xor_split(a, [(b, data(x, 1)), (a_b, otherwise)]). xor_join([b, a_b], d). final_activity(d)."))
                .anyMatch(line -> line.startsWith("a_b: c(a,a_b) ->"))
                .anyMatch(line -> line.equals("a_b_2: start -> c(a,b)"));
    }

    @Test
    void what_has_no_plain_form_is_refused_by_name() {
        refuses(
                "initial_activity(a). or_split(a, [(b, data(x, 1)), (c, otherwise)]). or_join([b, c], d). cancels(d, [b]). final_activity(d).",
                "Cannot write 'x' as PNML: task 'd' has an OR-join; task 'd' has a cancellation set. Use a format that can express it. (MR-2035)");
        refuses(
                "initial_activity(a). multiple(a, 1, 3, inf, static). final_activity(a).",
                "task 'a' has many instances");
        refuses(
                "initial_activity(a). composite(a, inner). final_activity(a). net(inner). initial_activity(b). final_activity(b).",
                "task 'a' is composite");
        String many = IntStream.rangeClosed(1, 11).mapToObj(i -> "b" + i).collect(Collectors.joining(", "));
        String ways = IntStream.rangeClosed(1, 11).mapToObj(i -> "(b" + i + ", data(x, " + i + "))").collect(Collectors.joining(", "));
        refuses(
                "initial_activity(a). or_split(a, [" + ways + "]). xor_join([" + many + "], d). final_activity(d).",
                "task 'a' would become 2047 transitions, and 1024 are the limit");
    }

    @Test
    void a_picture_shows_places_transitions_and_tokens() {
        PlainNet net = new PlainNet(
                "n", List.of("same", "q"), List.of(2, 0), List.of(new Transition("same", List.of(new Arc(0, 2)), List.of(new Arc(1, 1)))));
        assertThat(PlainPicture.svg(net, null)).contains(">same</text>", "class=\"start\"", "class=\"end\"", ">2</text>", "<title>2</title>");
        assertThat(PlainPicture.dot(net)).contains("\"0/p0\" -> \"0/t0\"", "\"0/t0\" -> \"0/p1\"");
    }

    private static void refuses(String facts, String why) {
        Specification specification = read(facts);
        assertThatThrownBy(() -> PlainForm.of(specification)).isInstanceOf(RefusedException.class).hasMessageContaining(why);
    }

    private static List<String> shown(String facts) {
        PlainNet net = PlainForm.of(read(facts));
        assertThat(PlainNetFile.read("x.pnml", PlainNetFile.toPnml(net)).orRefuse()).isEqualTo(net);
        return net.transitions().stream()
                .map(each -> each.name() + ":" + names(net, each.consumes()) + " ->" + names(net, each.produces()))
                .toList();
    }

    private static String names(PlainNet net, List<Arc> arcs) {
        return arcs.stream().map(arc -> " " + net.places().get(arc.place())).collect(Collectors.joining());
    }

    private static Specification read(String facts) {
        return NetFile.facts("x.pl", facts).orRefuse();
    }
}

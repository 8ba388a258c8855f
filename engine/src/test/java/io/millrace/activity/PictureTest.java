package io.millrace.activity;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.choice;
import static io.millrace.activity.Activities.fail;
import static io.millrace.activity.Activities.forEach;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.parallelEach;
import static io.millrace.activity.Activities.program;
import static io.millrace.activity.Activities.repeatUntil;
import static io.millrace.activity.Activities.scope;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.signal;
import static io.millrace.activity.Activities.sleep;
import static io.millrace.activity.Activities.when;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Junction;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sign;
import io.millrace.draw.Svg;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PictureTest {
    private static Figure.Sheet sheet(Activity activity) {
        Figure figure = Objects.requireNonNull(ActivityProcess.named("p", activity).figure());
        assertThat(Svg.of(figure)).startsWith("<svg");
        return figure.sheets().getFirst();
    }

    private static Figure.Node node(Figure.Sheet sheet, String label) {
        return sheet.nodes().stream().filter(node -> node.label().equals(label)).findFirst().orElseThrow();
    }

    private static List<String> ways(Figure.Sheet sheet, String label) {
        String id = node(sheet, label).id();
        return sheet.edges().stream().filter(edge -> edge.from().equals(id)).map(edge -> edge.label() + (edge.otherwise() ? "!" : "")).toList();
    }

    @Test
    void steps_show_who_does_them() {
        Figure.Sheet sheet = sheet(sequence(work("review").role("adjuster"), program("pay", "bank"), call("mail"), sleep(Duration.ofDays(1)), signal("paid"), set("done", true)));
        assertThat(node(sheet, "review")).satisfies(node -> {
            assertThat(node.who()).isEqualTo("adjuster");
            assertThat(node.signs()).containsExactly(Sign.PERSON);
        });
        assertThat(node(sheet, "pay").who()).isEqualTo("program bank");
        assertThat(node(sheet, "mail").signs()).containsExactly(Sign.PROGRAM);
        assertThat(node(sheet, "wait for PT24H").signs()).containsExactly(Sign.TIMER);
        assertThat(node(sheet, "wait for signal 'paid'").signs()).containsExactly(Sign.EVENT);
        assertThat(node(sheet, "set 'done'").signs()).containsExactly(Sign.ROUTING);
        assertThat(sheet.edges()).hasSize(7);
    }

    @Test
    void branches_loops_choices_and_scopes_have_their_symbols() {
        Figure.Sheet sheet = sheet(sequence(
                when("ok").then(work("yes")).otherwise(fail("no")),
                repeatUntil("enough", work("again")),
                forEach("list", "item", work("each")),
                parallel(work("one"), work("two")),
                parallelEach("list", "item", work("many")),
                choice(signal("left"), sleep(Duration.ofHours(1))),
                scope(work("inside")).onFailure("why", work("repair")).compensate(work("undo")).timeout(Duration.ofDays(2)).cancelOn(signal("stop"))));
        assertThat(ways(sheet, "if 'ok'")).containsExactly("yes", "otherwise!");
        assertThat(ways(sheet, "fail")).as("nothing follows").isEmpty();
        assertThat(node(sheet, "repeat until 'enough'")).satisfies(node -> {
            assertThat(node.join()).isEqualTo(Junction.XOR);
            assertThat(node.split()).isEqualTo(Junction.XOR);
        });
        assertThat(node(sheet, "parallel").split()).isEqualTo(Junction.AND);
        assertThat(node(sheet, "all of them").join()).isEqualTo(Junction.AND);
        assertThat(node(sheet, "side by side for each of 'list'").stacked()).isTrue();
        assertThat(node(sheet, "what happens first").shape()).isEqualTo(Shape.PLACE);
        assertThat(ways(sheet, "scope")).containsExactlyInAnyOrder("", "if it fails", "to undo it later", "if it is cancelled");
        assertThat(sheet.regions()).singleElement().satisfies(region -> {
            assertThat(region.nodes()).containsExactly(node(sheet, "inside").id());
            assertThat(region.meaning()).contains("succeeds or fails as a whole", "takes too long", "a signal cancels it");
        });
        assertThat(sheet.nodes()).extracting(Figure.Node::id).doesNotHaveDuplicates();
    }

    @Test
    void what_nobody_can_look_at_has_no_picture() {
        Activity deep = work("a");
        for (int i = 0; i < 500; i++) {
            deep = scope(deep);
        }
        List<Activity> many = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            many.add(work("t" + i));
        }
        assertThat(ActivityProcess.named("deep", deep).figure()).isNull();
        assertThat(ActivityProcess.named("many", sequence(many)).figure()).isNull();
    }
}

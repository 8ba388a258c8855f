package io.millrace.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Junction;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Point;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Layout.Box;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private static Sheet chain(int length, String label) {
        List<Node> nodes = new ArrayList<>();
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            nodes.add(Node.of("t" + i, "task number " + i, i == 0 ? Shape.START : i == length - 1 ? Shape.END : Shape.TASK));
            if (i > 0) {
                edges.add(Edge.of("t" + (i - 1), "t" + i, label));
            }
        }
        edges.add(Edge.of("t" + (length - 2), "t1"));
        return new Sheet("chain", "chain", nodes, edges, List.of(), List.of());
    }

    private static Sheet random(long seed) {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(30);
        List<Node> nodes = new ArrayList<>();
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            nodes.add(Node.of("t" + i, "t" + i, i == 0 ? Shape.START : i == size - 1 ? Shape.END : Shape.TASK).splitting(i % 3 == 0 ? Junction.XOR : Junction.NONE));
            if (i > 0) {
                edges.add(Edge.of("t" + random.nextInt(i), "t" + i, random.nextInt(3) == 0 ? "when it is so" : ""));
            }
            if (random.nextInt(3) == 0) {
                edges.add(Edge.of("t" + random.nextInt(size), "t" + random.nextInt(size)));
            }
        }
        return new Sheet("random", "random", nodes, edges, List.of(), List.of());
    }

    private static void assertApart(Layout layout, String about) {
        List<Box> boxes = new ArrayList<>(layout.boxes.values());
        for (Box one : boxes) {
            assertThat(one.x()).as(about).isBetween(0.0, layout.width);
            assertThat(one.y()).as(about).isBetween(0.0, layout.height);
            for (Box other : boxes) {
                boolean apart = one.equals(other)
                        || Math.abs(one.x() - other.x()) >= (one.width() + other.width()) / 2
                        || Math.abs(one.y() - other.y()) >= Layout.SIZE - 4;
                assertThat(apart).as("%s: %s and %s", about, one.node().id(), other.node().id()).isTrue();
            }
        }
    }

    @Test
    void a_long_word_is_not_broken_inside_of_a_character() {
        String word = "x" + "\uD83D\uDE00".repeat(40);
        for (int width = 1; width < 20; width++) {
            List<String> lines = Text.lines(word, width);
            assertThat(String.join("", lines)).isEqualTo(word);
            assertThat(lines).noneMatch(line -> line.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF));
        }
    }

    @Test
    void no_two_nodes_overlap_whatever_the_width() {
        for (long seed = 1; seed <= 80; seed++) {
            Sheet sheet = random(seed);
            for (double most : List.of(0.0, 500.0, 900.0)) {
                Layout layout = Layout.of(sheet, most);
                assertThat(layout.boxes).hasSize(sheet.nodes().size());
                assertThat(layout.lines).hasSize(sheet.edges().size());
                assertApart(layout, "seed " + seed + ", width " + most);
            }
        }
    }

    @Test
    void what_is_wider_than_it_may_be_goes_on_in_rows() {
        Layout whole = Layout.of(chain(40, ""), 0);
        Layout rows = Layout.of(chain(40, ""), 1_000);
        assertThat(whole.width).isGreaterThan(3_000);
        assertThat(rows.width).isLessThanOrEqualTo(1_000);
        assertThat(rows.height).isGreaterThan(whole.height * 3);
        for (Layout.Line line : rows.lines) {
            for (Point point : line.points()) {
                assertThat(point.x()).isBetween(0.0, rows.width);
                assertThat(point.y()).isBetween(0.0, rows.height);
            }
            Box from = rows.box(line.edge().from());
            Box to = rows.box(line.edge().to());
            // The line back, which is the last one, leaves and enters a little lower.
            boolean back = line.equals(rows.lines.getLast());
            assertThat(line.points().getFirst().x()).isEqualTo(from.x() + from.right());
            assertThat(line.points().getFirst().y()).isBetween(from.y(), back ? from.y() + from.half() : from.y());
            assertThat(line.points().getLast().x()).isEqualTo(to.x() - to.left());
            assertThat(line.points().getLast().y()).isBetween(to.y(), back ? to.y() + to.half() : to.y());
        }
    }

    @Test
    void a_label_has_room_of_its_own_and_a_long_one_is_a_footnote() {
        Layout layout = Layout.of(chain(4, "amount > 1000"), 0);
        for (Layout.Line line : layout.lines.subList(0, 3)) {
            Layout.Label label = Objects.requireNonNull(line.label());
            assertThat(layout.boxes.values()).allSatisfy(box -> assertThat(Math.abs(box.x() - label.x())).isGreaterThan(box.width() / 2));
        }
        String lengthy = "/net/order/lines/line[position() = 1]/price/text() > /net/customer/limit/text() and not(/net/blocked/text() = 'true')";
        Layout noted = Layout.of(chain(3, lengthy), 0);
        assertThat(noted.footnotes).containsOnly(lengthy);
        assertThat(Objects.requireNonNull(noted.lines.getFirst().label()).lines()).containsExactly("[1]");
    }

    @Test
    void a_layout_of_its_own_is_kept_and_stretched_as_far_as_needed() {
        Sheet sheet = chain(3, "");
        List<Node> placed = List.of(
                sheet.nodes().get(0).at(new Point(100, 100)), sheet.nodes().get(1).at(new Point(150, 100)), sheet.nodes().get(2).at(new Point(100, 300)));
        Layout layout = Layout.of(new Sheet("own", "own", placed, sheet.edges(), List.of(), List.of()), 0);
        Box one = layout.box("t0");
        Box two = layout.box("t1");
        Box three = layout.box("t2");
        assertThat(one.y()).isEqualTo(two.y());
        assertThat(one.x()).isEqualTo(three.x());
        assertThat(two.x() - one.x()).isGreaterThan(60);
        assertApart(layout, "own layout");
    }

    @Test
    void a_label_for_which_a_layout_of_its_own_has_no_room_is_a_footnote() {
        List<Node> placed = List.of(
                Node.of("a", "a", Shape.TASK).at(new Point(100, 100)),
                Node.of("b", "b", Shape.TASK).at(new Point(180, 100)),
                Node.of("c", "c", Shape.TASK).at(new Point(180, 400)));
        List<Edge> edges = List.of(Edge.of("a", "b", "true(), or otherwise"), Edge.of("b", "c", "true(), or otherwise"), Edge.of("a", "c", "no"));
        Layout layout = Layout.of(new Sheet("own", "own", placed, edges, List.of(), List.of()), 0);
        assertThat(Objects.requireNonNull(layout.lines.get(0).label()).lines()).containsExactly("[1]");
        assertThat(Objects.requireNonNull(layout.lines.get(1).label()).lines()).as("there is room").containsExactly("true(), or otherwise");
        assertThat(Objects.requireNonNull(layout.lines.get(2).label()).lines()).containsExactly("no");
        assertThat(layout.footnotes).containsExactly("true(), or otherwise");
    }

    @Test
    void lines_back_to_one_node_run_apart() {
        List<Node> nodes = chain(5, "").nodes();
        List<Edge> edges = new ArrayList<>(chain(5, "").edges().subList(0, 4));
        edges.add(Edge.of("t3", "t1"));
        edges.add(Edge.of("t2", "t1"));
        Layout layout = Layout.of(new Sheet("back", "back", nodes, edges, List.of(), List.of()), 0);
        List<Point> one = layout.lines.get(4).points();
        List<Point> other = layout.lines.get(5).points();
        assertThat(one.get(one.size() - 2).x()).isNotEqualTo(other.get(other.size() - 2).x());
    }

    @Test
    void parts_that_are_not_connected_stay_near_each_other() {
        List<Node> nodes = new ArrayList<>(chain(6, "so").nodes());
        nodes.add(Node.of("alone", "alone", Shape.TASK));
        nodes.add(Node.of("alone too", "alone too", Shape.TASK));
        Layout layout = Layout.of(new Sheet("parts", "parts", nodes, chain(6, "so").edges(), List.of(), List.of()), 0);
        assertThat(layout.height).isLessThan(500);
        assertApart(layout, "parts");
    }

    @Test
    void an_image_can_be_read_and_is_as_large_as_the_drawing() throws IOException {
        Figure figure = new Figure("chain", List.of(chain(5, "a > 1")));
        var light = ImageIO.read(new ByteArrayInputStream(Png.of(View.of(figure), new Look(Look.Theme.LIGHT, 0))));
        var dark = ImageIO.read(new ByteArrayInputStream(Png.of(View.of(figure), new Look(Look.Theme.DARK, 0))));
        assertThat(light.getWidth()).isGreaterThan(1_000).isEqualTo(dark.getWidth());
        assertThat(light.getRGB(1, 1) & 0xffffff).isEqualTo(0xffffff);
        assertThat(dark.getRGB(1, 1) & 0xffffff).isEqualTo(0x14181f);
        long inked = 0;
        for (int x = 0; x < light.getWidth(); x++) {
            for (int y = 0; y < light.getHeight(); y++) {
                inked += (light.getRGB(x, y) & 0xff) < 128 ? 1 : 0;
            }
        }
        assertThat(inked).isGreaterThan(2_000);
    }
}

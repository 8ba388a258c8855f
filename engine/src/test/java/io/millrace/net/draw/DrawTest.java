package io.millrace.net.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Specification;
import io.millrace.net.draw.Layout.Box;
import io.millrace.net.file.NetFile;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

class DrawTest {
    private static Specification loop() {
        return NetFile.facts("loop.pl", """
                initial_activity(a). or_split(a, [(b, data(x, 1)), (c, otherwise)]). or_join([b, c], d).
                condition(wait). flow(d, wait). flow(wait, 'e < f'). flow(wait, back). sequential(back, a). final_activity('e < f').
                multiple(b, 1, 3, 2, static). composite(c, loop). timer(back, after('P1D')). cancels('e < f', [b, c(a, c)]).
                """).orRefuse();
    }

    /** The text of every element by its name, which also says that the picture is well-formed. */
    private static List<String> elements(String svg) throws Exception {
        XMLStreamReader reader = XMLInputFactory.newDefaultFactory().createXMLStreamReader(new StringReader(svg));
        List<String> elements = new ArrayList<>();
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamReader.START_ELEMENT) {
                String kind = reader.getAttributeValue(null, "class");
                elements.add(reader.getLocalName() + (kind == null ? "" : "." + kind));
            }
        }
        return elements;
    }

    @Test
    void a_picture_shows_yawls_symbols() throws Exception {
        List<String> elements = elements(Svg.of(loop()));
        assertThat(elements).contains("polygon.start", "rect.end", "rect.inner", "polygon.mark", "rect.region", "circle.region", "path.tick");
        assertThat(elements.stream().filter("path.flow"::equals)).hasSize(loop().nets().getFirst().flows().size());
        assertThat(Svg.of(loop())).contains("<title>data(x,1)</title>", ">T</text>", "e &lt; f").isEqualTo(Svg.of(loop()));
    }

    @Test
    void tokens_are_drawn_where_they_are() {
        String svg = Svg.of(loop(), Marks.tokens(Map.of("loop", Map.of("wait", 3, "c(a,b)", 1))));
        assertThat(svg.split("class=\"token\"", -1)).hasSize(3);
        assertThat(svg).contains("class=\"count\"");
        assertThat(Svg.of(loop())).doesNotContain("class=\"token\"");
    }

    @Test
    void faults_are_marked_and_explained_under_the_picture() {
        Marks marks = new Marks(Map.of(), Map.of("loop", Set.of("wait", "c(a,b)")), List.of("This is a sentence. ".repeat(20)));
        String svg = Svg.of(loop(), marks);
        assertThat(svg).contains("<g class=\"fault\"><title>wait</title>");
        assertThat(svg.split("class=\"flow fault\"", -1)).hasSize(2);
        assertThat(svg.split("class=\"caption\"", -1)).hasSizeGreaterThan(3);
        assertThat(Svg.of(loop())).doesNotContain("<g class=\"fault\"", "flow fault", "class=\"caption\"");
    }

    @Test
    void dot_has_a_node_and_an_edge_for_each() {
        assertThat(Dot.of(loop())).contains("\"0/a\" -> \"0/b\"", "label=\"e < f\\nxor / and\"", "box3d", "peripheries=2", "style=dashed");
    }

    @Test
    void no_two_nodes_overlap_and_the_flow_goes_to_the_right() {
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            int size = 2 + random.nextInt(30);
            StringBuilder facts = new StringBuilder("initial_activity(t0). final_activity(t" + (size - 1) + ").\n");
            for (int i = 1; i < size; i++) {
                facts.append("flow(t" + random.nextInt(i) + ", t" + i + ").\n");
                facts.append(random.nextInt(3) == 0 ? "flow(t" + random.nextInt(size) + ", t" + random.nextInt(size) + ").\n" : "");
            }
            Layout layout = Layout.of(NetFile.facts("random.pl", facts.toString()).orRefuse().nets().getFirst());
            List<Box> boxes = new ArrayList<>(layout.boxes.values());
            assertThat(boxes).hasSize(size + 2);
            for (Box one : boxes) {
                assertThat(one.x()).isBetween(0.0, layout.width);
                assertThat(one.y()).isBetween(0.0, layout.height);
                for (Box other : boxes) {
                    boolean apart = one.equals(other) || Math.abs(one.x() - other.x()) >= Layout.SIZE || Math.abs(one.y() - other.y()) >= Layout.SIZE;
                    assertThat(apart).as("seed %s: %s and %s", seed, one.node().name(), other.node().name()).isTrue();
                }
            }
            assertThat(boxes.stream().filter(box -> box.node().name().equals("start")).findFirst().orElseThrow().x())
                    .isLessThan(boxes.stream().filter(box -> box.node().name().equals("end")).findFirst().orElseThrow().x());
        }
    }
}

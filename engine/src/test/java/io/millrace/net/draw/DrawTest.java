package io.millrace.net.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.draw.Figure;
import io.millrace.draw.Look;
import io.millrace.draw.Marks;
import io.millrace.draw.Svg;
import io.millrace.draw.View;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        List<String> elements = elements(Svg.of(NetPicture.of(loop())));
        assertThat(elements).contains("polygon.start", "rect.end", "rect.inner", "polygon.mark", "rect.region r0", "circle.badge r0", "path.tick");
        assertThat(elements.stream().filter("path.flow"::equals)).hasSize(loop().nets().getFirst().flows().size());
        assertThat(Svg.of(NetPicture.of(loop()))).contains("<title>data(x,1)</title>", "waits for a time", "e &lt; f").isEqualTo(Svg.of(NetPicture.of(loop())));
    }

    @Test
    void tokens_are_drawn_where_they_are() {
        String svg = Svg.of(NetPicture.of(loop()), Marks.tokens(Map.of("loop", Map.of("wait", 3, "c(a,b)", 1))));
        assertThat(svg.split("class=\"token\"", -1)).hasSize(3);
        assertThat(svg).contains("class=\"count\"");
        assertThat(Svg.of(NetPicture.of(loop()))).doesNotContain("class=\"token\"");
    }

    @Test
    void faults_are_marked_and_explained_under_the_picture() {
        Marks marks = new Marks(Map.of(), Map.of("loop", Set.of("wait", "c(a,b)")), List.of("This is a sentence. ".repeat(20)));
        String svg = Svg.of(NetPicture.of(loop()), marks);
        assertThat(svg).contains("<g class=\"fault\"><title>wait</title>");
        assertThat(svg.split("class=\"flow fault\"", -1)).hasSize(2);
        assertThat(svg.split("class=\"caption\"", -1)).hasSizeGreaterThan(3);
        assertThat(Svg.of(NetPicture.of(loop()))).doesNotContain("<g class=\"fault\"", "flow fault", "class=\"caption\"");
    }

    @Test
    void dot_has_a_node_and_an_edge_for_each() {
        assertThat(Dot.of(loop())).contains("\"0/a\" -> \"0/b\"", "label=\"e < f\\nxor / and\"", "box3d", "peripheries=2", "style=dashed");
    }

    @Test
    void a_picture_says_who_does_what_under_which_condition_and_what_is_the_default() {
        String svg = Svg.of(NetPicture.of(NetFile.facts("who.pl", """
                initial_activity(a). xor_split(a, [(b, data(x, 1)), (c, otherwise)]). xor_join([b, c], d). final_activity(d).
                role(a, clerk). work(b, handler(mail)). routing(d). work(c, program(bank)).
                """).orRefuse()));
        assertThat(svg).contains(">clerk</text>", ">handler mail</text>", ">program bank</text>", ">data(x,1)</text>", ">otherwise</text>", "class=\"tick\"");
        assertThat(svg).contains("done by people", "done by a program", "routing only: nobody does it", "the default branch", "XOR-split: exactly one");
        assertThat(svg).doesNotContain("OR-join: all", "several instances");
        assertThat(svg.split(">who</text>", -1)).as("the title stands once").hasSize(2);
    }

    @Test
    void a_region_says_whose_it_is() {
        String svg = Svg.of(NetPicture.of(loop()));
        assertThat(svg).contains("A: when &#39;e &lt; f&#39; is done, it cancels 'b', what is between 'a' and 'c'".replace("&#39;", "'"));
        assertThat(svg).contains(">× A</text>", "class=\"region r0\"", "class=\"owns r0\"", ">A</text>");
    }

    @Test
    void a_picture_is_light_and_dark() {
        assertThat(Svg.of(NetPicture.of(loop()))).contains("prefers-color-scheme:dark", "fill:#ffffff", "fill:#14181f");
        String dark = Svg.of(View.of(NetPicture.of(loop())), new Look(Look.Theme.DARK, 0));
        assertThat(dark).contains("fill:#14181f").doesNotContain("prefers-color-scheme", "fill:#ffffff");
    }

    @Test
    void a_yawl_file_is_drawn_as_its_editor_had_it() {
        String yawl = NetFile.toYawl(NetFile.facts("pair.pl", "initial_activity(a). sequential(a, b). final_activity(b).").orRefuse());
        String layout = """
                <layout><specification id="pair"><net id="pair">
                <container id="a"><vertex><attributes><bounds x="100,0" y="400,5" w="32,0" h="32,0"/></attributes></vertex></container>
                <vertex id="b"><attributes><bounds x="100" y="200" w="32" h="32"/></attributes></vertex>
                <vertex id="start"><attributes><bounds x="100" y="600" w="32" h="32"/></attributes></vertex>
                <vertex id="end"><attributes><bounds x="100" y="20" w="32" h="32"/></attributes></vertex>
                <flow source="a" target="b"><attributes><points><value x="116" y="400"/><value x="300" y="300"/><value x="116" y="232"/></points></attributes></flow>
                </net></specification></layout></specificationSet>
                """;
        Figure figure = NetPicture.of(NetFile.read("pair.yawl", yawl.replace("</specificationSet>", layout)).orRefuse());
        Figure.Sheet sheet = figure.sheets().getFirst();
        assertThat(sheet.nodes()).filteredOn(node -> node.id().equals("a")).extracting(Figure.Node::at).containsExactly(new Figure.Point(116, 416.5));
        assertThat(sheet.nodes()).allSatisfy(node -> assertThat(node.at()).isNotNull());
        assertThat(sheet.edges()).filteredOn(edge -> edge.mark().equals("c(a,b)")).first().extracting(Figure.Edge::bends).isEqualTo(List.of(new Figure.Point(300, 300)));
        assertThat(NetPicture.of(NetFile.read("pair.yawl", yawl).orRefuse()).sheets().getFirst().nodes()).allSatisfy(node -> assertThat(node.at()).isNull());
    }
}

package io.millrace.verify.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.verify.PlainNet;
import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged texts: a reader may say no, and must say where; it never fails in another way. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PlainFuzzTest {
    private static final List<String> XML = List.of(
            "<", ">", "&", "\"", "]]>", "<![CDATA[", "<!--", "-->", "&#0;", "xmlns=\"a\"", "xmlns:p=\"\"", "id=\"\"", "id=\"p1\"", "<?x y?>", "\u0000", "\uD800",
            "<page id=\"q\">", "</page>", "<referencePlace id=\"r\" ref=\"p1\"/>", "<referencePlace id=\"p9\" ref=\"p9\"/>", "ref=\"r\"", "<net>", "<text>-1</text>",
            "99999999999", "<arc id=\"a\" source=\"p1\" target=\"p1\"/>", "<type value=\"reset\"/>", "<initialMarking/>", "<!DOCTYPE x>");
    private static final List<String> LOLA = List.of(
            "{", "}", "//", "\n", ";", ",", ":", "PLACE", "MARKING", "TRANSITION", "CONSUME", "PRODUCE", "SAFE", "STRONG", "FAIR", "(", "0", "99999999999", "p1", "\u0000",
            "\uD800", "ANALYSE", "GUARD", "٣");

    @Test
    void damaged_pnml_is_read_or_refused_and_what_was_read_can_be_written() {
        mutate(XML, "fuzz.pnml", PlainNetFile::toPnml);
    }

    @Test
    void damaged_texts_of_lola_are_read_or_refused_and_what_was_read_can_be_written() {
        mutate(LOLA, "fuzz.lola", PlainFuzzTest::lola);
    }

    private interface Form {
        String write(PlainNet net);
    }

    private static void mutate(List<String> pieces, String file, Form form) {
        int read = 0;
        for (long seed = 1; seed <= 4_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(form.write(generated(random)));
            for (int i = random.nextInt(4); i > 0 && !text.isEmpty(); i--) {
                int at = random.nextInt(text.length());
                int length = Math.min(text.length() - at, random.nextInt(30));
                switch (random.nextInt(4)) {
                    case 0 -> text.delete(at, at + length);
                    case 1 -> text.insert(at, pieces.get(random.nextInt(pieces.size())));
                    case 2 -> text.setCharAt(at, (char) (32 + random.nextInt(95)));
                    default -> text.insert(at, text.substring(at, at + length));
                }
            }
            try {
                PlainReading reading = PlainNetFile.read(file, text.toString());
                if (reading.net() != null) {
                    read++;
                    assertThat(PlainNetFile.read("again.pnml", PlainNetFile.toPnml(reading.net())).orRefuse().transitions())
                            .extracting(Transition::consumes, Transition::produces)
                            .isEqualTo(reading.net().transitions().stream().map(each -> tuple(each.consumes(), each.produces())).toList());
                } else {
                    assertThat(reading.problems()).isNotEmpty().allSatisfy(problem -> assertThat(problem.message()).startsWith(file + ":"));
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + "\n" + text, e);
            }
        }
        assertThat(read).as("texts that were still readable").isGreaterThan(800);
    }

    private static PlainNet generated(Random random) {
        int places = 1 + random.nextInt(6);
        List<String> names = new ArrayList<>();
        List<Integer> initial = new ArrayList<>();
        for (int place = 0; place < places; place++) {
            names.add("p" + place);
            initial.add(Math.max(0, random.nextInt(5) - 2));
        }
        List<Transition> transitions = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            transitions.add(new Transition("t" + i, arcs(random, places), arcs(random, places)));
        }
        return new PlainNet("fuzz", names, initial, transitions);
    }

    private static List<Arc> arcs(Random random, int places) {
        Map<Integer, Integer> arcs = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            arcs.put(random.nextInt(places), 1 + random.nextInt(3));
        }
        return arcs.entrySet().stream().map(each -> new Arc(each.getKey(), each.getValue())).toList();
    }

    private static String lola(PlainNet net) {
        StringBuilder text = new StringBuilder("{ generated }\nPLACE SAFE: " + String.join(", ", net.places()) + ";\nMARKING ");
        for (int place = 0; place < net.places().size(); place++) {
            text.append(place == 0 ? "" : ", ").append(net.places().get(place)).append(": ").append(net.initial().get(place));
        }
        text.append(";\n");
        for (Transition transition : net.transitions()) {
            text.append("TRANSITION ").append(transition.name()).append("\nCONSUME ").append(list(net, transition.consumes()));
            text.append(";\nPRODUCE ").append(list(net, transition.produces())).append(";\n");
        }
        return text.append("// end").toString();
    }

    private static String list(PlainNet net, List<Arc> arcs) {
        return String.join(", ", arcs.stream().map(arc -> net.places().get(arc.place()) + ":" + arc.weight()).toList());
    }
}

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.ProcessProvider;
import io.millrace.testkit.ProcessFinder;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.net.run.NetLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetCommandsTest {
    @TempDir
    Path folder = Path.of("");

    private static final String TRIP = Repository.root().resolve("examples/nets/trip.pl").toString();

    @Test
    void a_net_goes_from_facts_to_yawl_and_back() throws IOException {
        Path yawl = folder.resolve("trip.yawl");
        assertThat(Printed.by("convert", TRIP, "--to", "yawl", "-o", yawl.toString())).isEqualTo(new Printed(Mill.FINE, "", ""));
        assertThat(Files.readString(yawl)).contains("<specification uri=\"trip\">", "<join code=\"or\"/>");
        Printed facts = Printed.by("convert", yawl.toString(), "--to", "facts");
        assertThat(facts.out()).contains("or_split(register, [(flight, data(flight,true)), (hotel, data(hotel,true)), (car, otherwise)]).");
        Path again = Files.writeString(folder.resolve("again.pl"), facts.out());
        assertThat(Printed.by("convert", again.toString(), "--to", "facts").out()).isEqualTo(facts.out());
    }

    @Test
    void a_net_is_drawn_as_a_picture_or_for_graphviz() throws IOException {
        assertThat(Printed.by("draw", TRIP).out()).startsWith("<svg").isEqualTo(Printed.by("convert", TRIP, "--to", "svg").out());
        Path dot = folder.resolve("trip.dot");
        assertThat(Printed.by("draw", TRIP, "-o", dot.toString()).status()).isEqualTo(Mill.FINE);
        assertThat(Files.readString(dot)).startsWith("digraph \"trip\"").isEqualTo(Printed.by("convert", TRIP, "--to", "dot").out());
    }

    @Test
    void a_picture_is_a_png_if_its_file_is_called_so() throws IOException {
        Path wide = folder.resolve("wide.png");
        Path narrow = folder.resolve("narrow.PNG");
        assertThat(Printed.by("draw", TRIP, "-o", wide.toString())).isEqualTo(new Printed(Mill.FINE, "", ""));
        assertThat(Printed.by("draw", TRIP, "-o", narrow.toString(), "--width", "500", "--theme", "dark").status()).isEqualTo(Mill.FINE);
        assertThat(ImageIO.read(wide.toFile()).getWidth()).isGreaterThan(ImageIO.read(narrow.toFile()).getWidth());
        assertThat(Printed.by("draw", TRIP, "--theme", "dark").out()).contains("fill:#14181f").doesNotContain("prefers-color-scheme");
        assertThat(Printed.by("draw", TRIP, "--width", "20").err()).contains("'--width' is 0 or at least 300, not 20", "MR-2009");
        assertThat(Printed.by("draw", TRIP, "-o", folder.resolve("no/where.png").toString()).err()).contains("MR-7007");
    }

    @Test
    void activities_and_logic_programs_are_drawn_too() {
        Printed activities = Printed.by("draw", "claim");
        assertThat(activities.err()).isEmpty();
        assertThat(activities.out()).startsWith("<svg").contains(">review</text>", ">adjuster</text>", ">program bank</text>");
        Printed program = Printed.by("draw", Repository.root().resolve("examples/prolog/timeout.pl").toString());
        assertThat(program.out()).contains(">check/4</text>", ">waits for replies</text>", ">database</text>", "a predicate");
        assertThat(Printed.by("draw", "nothing").err()).contains("MR-2020");
        assertThat(Printed.by("draw", folder.resolve("nothing.pl").toString()).err()).contains("MR-2001");
        assertThat(Printed.by("draw", "claim", "--tokens", "a").err()).contains("MR-2009");
        assertThat(Printed.by("draw", "claim", "-o", folder.resolve("claim.dot").toString()).err()).contains("Only nets are written for Graphviz", "MR-2009");
    }

    @Test
    void a_bad_file_is_told_with_its_place_and_status_2() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.yawl"), "<specificationSet>\n  <oops>\n</specificationSet>");
        Printed printed = Printed.by("draw", bad.toString());
        assertThat(printed.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(printed.err()).startsWith(bad + ":3:").contains("MR-2030").doesNotContain("\tat ");
        assertThat(Printed.by("convert", folder.resolve("none.pl").toString(), "--to", "yawl").err()).contains("MR-2001");
        assertThat(Printed.by("convert", TRIP, "--to", "yawl", "-o", folder.resolve("no/where.yawl").toString()).err())
                .contains("MR-7007", "no such file");
        assertThat(Printed.by("convert", TRIP, "--to", "bpmn").err()).contains("MR-2009");
    }

    @Test
    void a_file_of_facts_is_checked_as_a_logic_program_is() throws IOException {
        assertThat(Printed.by("check", TRIP)).isEqualTo(new Printed(Mill.FINE, "Nothing to object: " + TRIP + "\n", ""));
        Path stuck = Files.writeString(folder.resolve("stuck.pl"), """
                initial_activity(a).
                xor_split(a, [(b, data(x, 1)), (c, otherwise)]).
                and_join([b, c], d).
                final_activity(d).
                """);
        Printed unsound = Printed.by("check", stuck.toString());
        assertThat(unsound.status()).isEqualTo(Mill.NO);
        assertThat(unsound.out()).startsWith(stuck + ": ").contains("(MR-3");
        assertThat(Printed.by("check", "--json", stuck.toString()).out()).contains("\"code\":\"MR-3");
        Path wrong = Files.writeString(folder.resolve("wrong.pl"), "initial_activity(a).\nfinal_activity(b)\n");
        assertThat(Printed.by("check", wrong.toString()).status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(Printed.by("check", wrong.toString()).err()).contains("wrong.pl:", "MR-");
        Path yawl = folder.resolve("trip.yawl");
        Printed.by("convert", TRIP, "--to", "yawl", "-o", yawl.toString());
        assertThat(Printed.by("check", yawl.toString()).out()).startsWith(yawl + ": In net 'trip': OR-joins").hasLineCount(1);
    }

    @Test
    void a_plain_net_is_written_as_pnml_and_drawn() throws IOException {
        String lola = Repository.root().resolve("examples/nets/order.lola").toString();
        Path pnml = folder.resolve("order.pnml");
        assertThat(Printed.by("convert", lola, "--to", "pnml", "-o", pnml.toString())).isEqualTo(new Printed(Mill.FINE, "", ""));
        assertThat(Printed.by("convert", pnml.toString(), "--to", "pnml").out()).isEqualTo(Files.readString(pnml));
        assertThat(Printed.by("draw", lola).out()).isEqualTo(Printed.by("draw", pnml.toString()).out()).contains("class=\"token\"", ">pack</text>");
        assertThat(Printed.by("convert", lola, "--to", "dot").out()).contains("label=\"pack");
        assertThat(Printed.by("convert", lola, "--to", "yawl").err()).isEqualTo(
                "Cannot write 'order' as YAWL: it is a plain Petri net. Use a format that can express it. (MR-2035)\n");
    }

    @Test
    void a_net_of_tasks_is_written_as_pnml_if_a_plain_net_can_say_the_same() {
        String choice = Repository.root().resolve("examples/nets/pattern-04-exclusive-choice.pl").toString();
        assertThat(Printed.by("convert", choice, "--to", "pnml").out()).contains("<net id=\"net1\"");
        Printed trip = Printed.by("convert", TRIP, "--to", "pnml");
        assertThat(trip).isEqualTo(new Printed(
                Mill.CANNOT_ASK,
                "",
                "Cannot write 'trip' as PNML: task 'pay' has an OR-join. Use a format that can express it. (MR-2035)\n"));
    }

    @Test
    void tokens_are_drawn_as_they_are_written() {
        Printed drawn = Printed.by("draw", TRIP, "--tokens", "c(register,flight), c(register,hotel)*2, exec(car)");
        assertThat(drawn.err()).isEmpty();
        assertThat(drawn.out().split("class=\"token\"", -1)).hasSize(4);
        assertThat(drawn.out()).contains("class=\"count\"");
        assertThat(Printed.by("draw", TRIP, "--tokens", "nowhere").err())
                .contains("There are tokens in 'nowhere', which the net 'trip' does not have", "MR-2009");
        assertThat(Printed.by("draw", TRIP, "--tokens", "a b(").err()).contains("MR-2009");
        assertThat(Printed.by("draw", TRIP, "--tokens", "end", "-o", folder.resolve("x.dot").toString()).err()).contains("MR-2009");
    }

    @Test
    void the_tokens_of_a_case_and_its_sub_cases_are_drawn_from_its_journal() throws IOException {
        String source = """
                net(whole).
                initial_activity(a).
                and_split(a, [b, inside]).
                and_join([b, inside], c).
                final_activity(c).
                composite(inside, part).
                net(part).
                initial_activity(d).
                final_activity(d).
                """;
        Path file = Files.writeString(folder.resolve("whole.pl"), source);
        Path journal = folder.resolve("journal");
        try (Millrace mill = Millrace.builder().directory(journal).everything().language(new NetLanguage()).open()) {
            mill.deploy(new NetLanguage().compile("whole", source));
            Case started = mill.start("whole");
            mill.operator().complete(started.work().getFirst().id(), Data.nothing());
            mill.whenQuiet().join();
        }
        Printed drawn = Printed.by("draw", file.toString(), "-j", journal.toString(), "--case", "1");
        assertThat(drawn.err()).isEmpty();
        assertThat(drawn.out().split("class=\"token\"", -1)).as("before b, in inside, and before d").hasSize(4);
        assertThat(Printed.by("draw", file.toString(), "-j", journal.toString(), "--case", "7").err()).contains("MR-1003");
        assertThat(Printed.by("draw", TRIP, "-j", journal.toString(), "--case", "1").err()).contains("MR-2009");
    }

    @Test
    void where_a_case_of_activities_stands_is_drawn_from_its_journal() {
        Path journal = folder.resolve("journal");
        ProcessProvider claim = ProcessFinder.find(Path.of(""), "claim", null);
        try (Millrace mill = Millrace.builder().directory(journal).everything().open()) {
            mill.deploy(claim.process());
            claim.equip(mill);
            mill.start("claim", Data.fields("policy", "P1", "claimant", "ann", "amount", 100_000, "account", "7"));
            mill.whenQuiet().join();
        }
        Printed drawn = Printed.by("draw", "claim", "-j", journal.toString(), "--case", "1");
        assertThat(drawn.err()).isEmpty();
        assertThat(drawn.out()).contains("class=\"token\"");
        assertThat(Printed.by("draw", "claim").out()).doesNotContain("class=\"token\"");
        String program = Repository.root().resolve("examples/prolog/timeout.pl").toString();
        assertThat(Printed.by("draw", program, "-j", journal.toString(), "--case", "1").err())
                .contains("Case 1 is one of process 'claim', not of 'timeout'", "MR-2009");
    }

    @Test
    void where_a_case_of_a_logic_program_stands_is_drawn_from_its_journal() throws IOException {
        Path journal = folder.resolve("journal");
        Path file = Repository.root().resolve("examples/prolog/timeout.pl");
        ProcessProvider timeout = ProcessFinder.find(Path.of(""), file.toString(), null);
        try (Millrace mill = Millrace.builder().directory(journal).everything().open()) {
            mill.deploy(timeout.process());
            Case started = mill.start("timeout");
            mill.whenQuiet().join();
            mill.operator().complete(started.work().getFirst().id(), Data.fields("p/2", Data.items("mills", 3)));
            mill.whenQuiet().join();
        }
        Printed drawn = Printed.by("draw", file.toString(), "-j", journal.toString(), "--case", "1");
        assertThat(drawn.err()).isEmpty();
        assertThat(drawn.out()).contains("class=\"token\"");
        assertThat(Printed.by("show", "1", "-j", journal.toString()).out()).containsPattern("timers +\\S+, .*: wakes goal");
    }

    @Test
    void the_timers_of_a_case_say_what_they_are_for() throws IOException {
        String source = "initial_activity(pay).\nfinal_activity(pay).\ntimer(pay, after('P3D')).\nwork(pay, people).\n";
        Path journal = folder.resolve("journal");
        try (Millrace mill = Millrace.builder().directory(journal).everything().language(new NetLanguage()).open()) {
            mill.deploy(new NetLanguage().compile("bill", source));
            mill.start("bill");
            mill.whenQuiet().join();
        }
        assertThat(Printed.by("show", "1", "-j", journal.toString()).out()).containsPattern("timers +\\S+, in .*: wakes task 'pay'");
        assertThat(Printed.by("show", "1", "-j", journal.toString(), "--json").out()).contains("\"purpose\":\"wakes task 'pay'\"");
    }

    @Test
    void a_plain_net_is_drawn_where_its_file_has_it() throws IOException {
        String node = "<%s id=\"%s\"><name><text>%s</text></name>%s<graphics><position x=\"%d\" y=\"%d\"/></graphics></%s>";
        String text = "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">"
                + node.formatted("place", "a", "a", "<initialMarking><text>1</text></initialMarking>", 500, 100, "place")
                + node.formatted("transition", "t", "t", "", 500, 300, "transition")
                + node.formatted("place", "b", "b", "", 100, 300, "place")
                + "<arc id=\"x\" source=\"a\" target=\"t\"/><arc id=\"y\" source=\"t\" target=\"b\"><graphics><position x=\"300\" y=\"200\"/></graphics></arc></page></net></pnml>";
        Path file = Files.writeString(folder.resolve("own.pnml"), text);
        Matcher circles = Pattern.compile("<circle class=\"node\" cx=\"([\\d.]+)\" cy=\"([\\d.]+)\"").matcher(Printed.by("draw", file.toString()).out());
        assertThat(circles.find()).isTrue();
        double x = Double.parseDouble(circles.group(1));
        double y = Double.parseDouble(circles.group(2));
        assertThat(circles.find()).isTrue();
        assertThat(Double.parseDouble(circles.group(1))).as("left of the first").isLessThan(x - 300);
        assertThat(Double.parseDouble(circles.group(2))).as("below the first").isGreaterThan(y + 100);
        Path unplaced = Files.writeString(folder.resolve("unplaced.pnml"), text.replaceFirst("<graphics>.*?</graphics>", ""));
        assertThat(Printed.by("draw", unplaced.toString()).status()).isEqualTo(Mill.FINE);
    }
}

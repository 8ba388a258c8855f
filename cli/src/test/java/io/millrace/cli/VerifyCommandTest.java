package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
    private static final String SOUND = example("pattern-03-synchronisation.pl");
    private static final String MERGE = example("pattern-08-multi-merge.pl");

    @TempDir
    Path folder = Path.of("");

    private static String example(String name) {
        return Repository.root().resolve("examples/nets").resolve(name).toString();
    }

    private static String untimed(String printed) {
        return printed.replaceAll("\\d+ ms", "N ms").replaceAll("\"millis\":\\d+", "\"millis\":N");
    }

    private Path file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_sound_net_is_a_line_and_a_good_end() {
        Printed printed = Printed.by("verify", SOUND);
        assertThat(printed.status()).isEqualTo(Mill.FINE);
        assertThat(untimed(printed.out())).isEqualTo("sound    " + SOUND + "  2 states, N ms\n");
        assertThat(printed.err()).isEmpty();
    }

    @Test
    void an_unsound_net_is_explained_with_the_way_there_the_tokens_and_a_fix() {
        Printed printed = Printed.by("verify", MERGE);
        assertThat(printed.status()).isEqualTo(Mill.NO);
        assertThat(untimed(printed.out())).isEqualTo("unsound  " + MERGE + """
                  10 states, N ms
                  problem  The case ends after 'send', 'finance' and 'file' with a token left between 'send' and
                           'research'. Branches that run in parallel meet in task 'file', which goes on without
                           waiting for all of them.
                  steps    send → finance → file
                  tokens   end, c(send,research)
                  fix      Make the XOR-join of task 'file' an AND-join. With this change the net was verified to be
                           sound.

                """.replaceFirst("^ *", "  ").replaceAll("(?m)^ {16}", ""));
    }

    @Test
    void json_has_the_fields_that_scripts_rely_on() {
        Printed printed = Printed.by("verify", "--json", MERGE);
        assertThat(printed.status()).isEqualTo(Mill.NO);
        assertThat(untimed(printed.out()).replace(MERGE, "FILE")).isEqualTo(String.join("",
                "{\"file\":\"FILE\",\"verdict\":\"unsound\",",
                "\"properties\":{\"optionToComplete\":false,\"noDeadTasks\":true,\"properCompletion\":false},",
                "\"problems\":[{\"kind\":\"improperCompletion\",\"net\":\"proposal\",\"nodes\":[\"file\",\"c(send,research)\"],",
                "\"trace\":[\"send\",\"finance\",\"file\"],\"choices\":[null,null,null],\"tokens\":[\"end\",\"c(send,research)\"],",
                "\"message\":\"The case ends after 'send', 'finance' and 'file' with a token left between 'send' and 'research'. ",
                "Branches that run in parallel meet in task 'file', which goes on without waiting for all of them.\",",
                "\"fix\":\"Make the XOR-join of task 'file' an AND-join.\"}],\"warnings\":[],",
                "\"nets\":[{\"net\":\"proposal\",\"verdict\":\"unsound\",",
                "\"properties\":{\"optionToComplete\":false,\"noDeadTasks\":true,\"properCompletion\":false},\"states\":10}],",
                "\"states\":10,\"millis\":N}\n"));
    }

    @Test
    void choices_name_the_branches_of_each_split_on_the_way() {
        Data problem = Data.parse(Printed.by("verify", "--json", example("figure-04a.pl")).out()).at("problems").at(0);
        assertThat(problem.at("trace").json()).isEqualTo("[\"register\",\"flight\",\"pay\"]");
        assertThat(problem.at("choices").json()).isEqualTo("[[\"flight\",\"hotel\"],null,null]");
        assertThat(Printed.by("verify", example("figure-04a.pl")).out()).contains("register (to flight, hotel) → flight → pay");
    }

    @Test
    void every_file_is_answered_in_order_and_the_worst_decides() {
        Path none = folder.resolve("none.yawl");
        Printed printed = Printed.by("verify", "--json", MERGE, none.toString(), SOUND);
        assertThat(printed.status()).isEqualTo(Mill.CANNOT_ASK);
        List<Data> answers = printed.out().lines().map(Data::parse).toList();
        assertThat(answers.stream().map(answer -> answer.at("file").text())).containsExactly(MERGE, none.toString(), SOUND);
        assertThat(answers.stream().map(answer -> answer.at("verdict").text())).containsExactly("unsound", "invalid", "sound");
        assertThat(answers.get(1).at("reasons").at(0).text()).contains("MR-2001");
        assertThat(Printed.by("verify", SOUND, MERGE).out()).endsWith("1 of 2 files are sound\n");
    }

    @Test
    void what_is_no_net_is_invalid_and_says_where_and_why() {
        refused(folder, "MR-2002");
        refused(file("not.yawl", "<?xml version=\"1.0\"?>\n<html>hello</html>"), ":2:");
        refused(file("cut.yawl", "<specificationSet version=\"4.0\"><specification uri=\"x\">"), "MR-2030");
        refused(file("note.txt", "hello world"), "MR-2034");
        refused(file("empty.pl", ""), "MR-2034");
        refused(file("empty.pnml", ""), "MR-2038");
        refused(file("bytes.yawl", "\u0000\u0001\uFFFD"), ":1:1");
        refused(file("loose.pl", "initial_activity(a). final_activity(b). sequential(a, c)."), "MR-3009");
    }

    private static void refused(Path file, String why) {
        Printed told = Printed.by("verify", file.toString());
        assertThat(told.status()).as(why).isEqualTo(Mill.CANNOT_ASK);
        assertThat(told.out()).as(why).isEmpty();
        assertThat(told.err()).contains(why).doesNotContain("\tat ");
        Printed json = Printed.by("verify", "--json", file.toString());
        assertThat(json.status()).isEqualTo(Mill.CANNOT_ASK);
        Data answer = Data.parse(json.out());
        assertThat(answer.at("verdict").text()).isEqualTo("invalid");
        assertThat(answer.at("properties").at("optionToComplete").isNothing()).isTrue();
        assertThat(answer.at("reasons").at(0).text()).contains(why);
    }

    @Test
    void too_many_states_leave_it_unknown_with_the_reason_and_what_is_known() {
        Printed printed = Printed.by("verify", "--max-states", "5", example("figure-04c.pl"));
        assertThat(printed.status()).isEqualTo(Mill.NO);
        assertThat(printed.out()).startsWith("unknown  ").contains("reason   In net 'trip' there are more than the 5 states that are allowed.");
        Data answer = Data.parse(Printed.by("verify", "--json", "--max-states", "5", example("figure-04c.pl")).out());
        assertThat(answer.at("verdict").text()).isEqualTo("unknown");
        assertThat(answer.at("properties").at("optionToComplete").isNothing()).isTrue();
        assertThat(answer.at("reasons").asList()).hasSize(1);
    }

    @Test
    void dead_tasks_are_told_from_where_it_begins_and_long_rows_in_one_sentence() {
        Path net = file("dead.pl", """
                initial_activity(a). final_activity(z).
                xor_split(a, [b, c]). and_join([b, c], d).
                sequential(d, e). sequential(e, f). sequential(f, g). sequential(g, h). sequential(h, z).
                """);
        assertThat(Printed.by("verify", net.toString()).out())
                .contains("problem  Task 'd' can never be carried out: its inputs never have what it needs at the same time.")
                .contains("problem  Nor can these be carried out: 'f', 'g', 'h'.");
        Data problems = Data.parse(Printed.by("verify", "--json", net.toString()).out()).at("problems");
        assertThat(problems.asList().stream().filter(problem -> problem.at("kind").text().equals("deadTask"))).hasSize(6);
    }

    @Test
    void options_that_make_no_sense_are_wrong_use() {
        assertThat(Printed.by("verify").err()).contains("MR-2009");
        assertThat(Printed.by("verify", "--max-states", "0", SOUND)).extracting(Printed::status).isEqualTo(Mill.CANNOT_ASK);
        assertThat(Printed.by("verify", "--orjoin", "lazy", SOUND).err()).contains("MR-2009");
        assertThat(Printed.by("verify", "--orjoin", "optimistic", SOUND).status()).isEqualTo(Mill.FINE);
    }

    @Test
    void the_picture_shows_the_tokens_the_nodes_to_blame_and_the_sentence() throws IOException {
        Path picture = folder.resolve("merge.svg");
        assertThat(Printed.by("verify", "--draw", picture.toString(), MERGE).status()).isEqualTo(Mill.NO);
        String svg = Files.readString(picture);
        assertThat(svg).contains("<g class=\"fault\"><title>file</title>", "class=\"flow fault\"", "class=\"caption\"", "Fix: Make the XOR-join");
        assertThat(svg.split("class=\"token\"", -1)).hasSize(3);
        Path pictures = folder.resolve("pictures");
        String lola = example("order.lola");
        assertThat(Printed.by("verify", "--draw", pictures.toString(), MERGE, lola, SOUND).status()).isEqualTo(Mill.NO);
        assertThat(pictures.resolve("order.lola.svg")).content().contains("class=\"token\"").doesNotContain("<g class=\"fault\"");
        assertThat(pictures.resolve("pattern-08-multi-merge.pl.svg")).hasContent(svg);
        assertThat(Printed.by("verify", "--draw", folder.resolve("no/where.svg").toString(), SOUND).err()).contains("MR-7007");
    }

    @Test
    void every_problem_has_a_picture_of_its_own() throws IOException {
        Path net = Files.writeString(folder.resolve("two.pl"), """
                initial_activity(a).
                xor_split(a, [(b, data(x, 1)), (c, data(x, 2)), (d, otherwise)]).
                and_join([b, c], e).
                sequential(e, f).
                and_split(d, [g, h]).
                xor_join([f, g, h], i).
                final_activity(i).
                """);
        Path picture = folder.resolve("two.svg");
        Printed printed = Printed.by("verify", "--json", "--draw", picture.toString(), net.toString());
        List<Data> problems = Data.parse(printed.out()).at("problems").asList();
        assertThat(problems.stream().filter(problem -> !problem.at("kind").text().equals("deadTask")).count()).isGreaterThan(1);
        String text = Files.readString(picture).replaceAll("</text><text class=\"caption\"[^>]*>", " ");
        for (Data problem : problems) {
            assertThat(text).contains(problem.at("message").text());
        }
        assertThat(text).contains("Problem 1 of ", "Problem 2 of ").doesNotContain("Not shown");
        Path png = folder.resolve("two.png");
        Printed.by("verify", "--draw", png.toString(), net.toString());
        assertThat(ImageIO.read(png.toFile()).getHeight()).isGreaterThan(600);
    }

    @Test
    void a_plain_net_is_explained_in_its_own_words() {
        Path net = file("stuck.lola", """
                PLACE i, a, b, o;
                MARKING i: 1;
                TRANSITION left CONSUME i: 1; PRODUCE a: 1;
                TRANSITION right CONSUME i: 1; PRODUCE b: 1;
                TRANSITION both CONSUME a: 1, b: 1; PRODUCE o: 1;
                """);
        assertThat(Printed.by("verify", net.toString()).out())
                .contains("transition 'both' has a token in 'a' but none in 'b'", "Transition 'both' can never be carried out");
    }

    @Test
    void colours_and_progress_are_for_terminals_only() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8);
        Mill.run(new Screen(stream, stream, true, true, 60), "verify", MERGE);
        String shown = out.toString(StandardCharsets.UTF_8);
        assertThat(shown).contains("verifying ", "\r\u001b[K", "\u001b[31munsound");
        assertThat(shown.lines().map(line -> line.replaceAll("\u001b\\[[0-9;]*[mK]", "")).filter(line -> line.startsWith("  ")))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
        assertThat(Printed.by("verify", MERGE).out()).doesNotContain("\u001b", "\r");
    }

    private static final String REVIEW = Repository.root().resolve("examples/rules/review.pl").toString();

    private static String rules(String name) {
        return Repository.root().resolve("examples/rules").resolve(name).toString();
    }

    @Test
    void a_net_is_verified_under_rules() {
        Printed printed = Printed.by("verify", REVIEW, "--rules", rules("review.deps"));
        assertThat(printed.status()).isEqualTo(Mill.FINE);
        assertThat(printed.out()).startsWith("sound ").contains("Rule 'check_before' is superfluous: process 'review' satisfies it without the scheduler");
    }

    @Test
    void a_net_that_its_rules_block_is_unsound_with_way_and_rule() {
        Printed printed = Printed.by("verify", REVIEW, "--rules", rules("review-blocked.deps"), "--json");
        assertThat(printed.status()).isEqualTo(Mill.NO);
        Data answer = Data.parse(printed.out());
        assertThat(answer.at("verdict").text()).isEqualTo("unsound");
        Data problem = answer.at("problems").asList().getFirst();
        assertThat(problem.at("kind").text()).isEqualTo("blockedByRules");
        assertThat(problem.at("trace")).isEqualTo(Data.items("start(register)"));
        assertThat(problem.at("message").text()).contains("rule 'decide_first'").contains("MR-6030");
    }

    @Test
    void rules_that_contradict_each_other_and_files_that_are_not_there_are_told() {
        String bad = file("bad.deps", "dep a: x:start; dep b: ~x:start;\n").toString();
        Printed printed = Printed.by("verify", REVIEW, "--rules", bad, "--json");
        assertThat(printed.status()).isEqualTo(Mill.NO);
        assertThat(printed.out()).contains("badRules").contains("MR-6022");
        assertThat(Printed.by("verify", REVIEW, "--rules", rules("none.deps")).status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(Printed.by("verify", REVIEW, "--rules", file("wrong.deps", "dep ;").toString()).status()).isEqualTo(Mill.CANNOT_ASK);
        Printed plain = Printed.by("verify", example("order.lola"), "--rules", rules("review.deps"));
        assertThat(plain.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(plain.err()).contains("plain net");
    }

    @Test
    void a_file_of_rules_is_proved_as_the_command_for_rules_does() {
        Printed verified = Printed.by("verify", rules("travel.deps"));
        Printed checked = Printed.by("rules", rules("travel.deps"));
        assertThat(verified.status()).isEqualTo(checked.status()).isEqualTo(Mill.FINE);
        assertThat(verified.out()).isEqualTo(checked.out());
    }
}

package io.millrace.net.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.net.Cancellation;
import io.millrace.net.Checks;
import io.millrace.net.Decomposition;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Performers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NetFactsTest {
    private static Net root(String... lines) {
        return NetFile.facts("orders.pl", String.join("\n", lines)).orRefuse().nets().getFirst();
    }

    private static List<String> flows(Net net) {
        return net.flows().stream().map(flow -> flow.from() + ">" + flow.to() + (flow.predicate() instanceof Expression.Goal goal ? " if " + goal.text() : "")
                        + (flow.isDefault() ? " otherwise" : "")).toList();
    }

    @Test
    void the_example_of_the_event_calculus_paper_is_a_net() {
        Net net = root(
                "initial_activity(a).",
                "and_split(a, [b, c, d]).",
                "and_join([b, c, d], e).",
                "sequential(e, f).",
                "xor_split(f, [(g, data(amount, A), A > 100), (h, otherwise)]).",
                "xor_join([g, h], i).",
                "final_activity(i).");
        assertThat(net.name()).isEqualTo("orders");
        assertThat(net.tasks()).extracting(NetTask::name).containsExactly("a", "b", "c", "d", "e", "f", "g", "h", "i");
        assertThat(flows(net)).containsExactly(
                "start>a", "a>b", "a>c", "a>d", "b>e", "c>e", "d>e", "e>f", "f>g if data(amount,A),A>100", "f>h otherwise", "g>i", "h>i", "i>end");
    }

    @Test
    void splits_joins_and_conditions_become_flows() {
        Net net = root(
                "input_condition(in). output_condition(out). condition(c1).",
                "initial_activity(act(a, _)). and_split(a, [b, c1]). flow(c1, d). and_join([b, d], e).",
                "xor_split(e, [(a, data(again, true)), (out, otherwise)]).");
        assertThat(flows(net)).containsExactly(
                "in>a", "c1>d", "a>b", "a>c1", "b>e", "d>e", "e>a if data(again,true)", "e>out otherwise");
        assertThat(net.task("e")).extracting(task -> task == null ? null : task.join()).isEqualTo(Junction.AND);
        assertThat(net.task("c1")).isNull();
    }

    @Test
    void a_block_is_repeated_while_its_condition_holds() {
        Net net = root(
                "initial_activity(a0). serial(act(a0, E), block(b1, E)). serial(block(b1, E), act(am, E), loopcond).",
                "initial(block(b1, E), act(a1, b(E, b1, I))). final(block(b1, E), act(an, b(E, b1, I))).",
                "sequential(a1, an). final_activity(am).");
        assertThat(flows(net)).containsExactlyInAnyOrder("start>a0", "a0>a1", "a1>an", "an>a1 if loopcond", "an>am otherwise", "am>end");
    }

    @Test
    void everything_else_of_yawl_has_a_fact() {
        Specification read = NetFile.facts("p.pl", """
                process('Booking').
                net(top).
                initial_activity(a). sequential(a, b). final_activity(b).
                multiple(a, 1, inf, 3, dynamic).
                cancels(b, [a, c(a, b)]).
                composite(a, detail).
                role(b, clerk). qualified(anna, b, 5). separate(b, a).
                net(detail).
                initial_activity(x). and_split(x, [w, e]). routing(x). and_join([w, e], y). final_activity(y).
                timer(w, after('P3D')). event(e, signal(paid, variable(order), receipt)).
                cheap(X) :- X < 10.
                """).orRefuse();
        assertThat(read.name()).isEqualTo("Booking");
        assertThat(read.root()).isEqualTo("top");
        NetTask b = read.nets().getFirst().tasks().get(1);
        assertThat(b.cancels()).isEqualTo(new Cancellation(List.of("a"), List.of(new Cancellation.Arc("a", "b"))));
        assertThat(((Decomposition.Atomic) b.decomposition()).work().performers()).isEqualTo(new Performers(List.of("anna"), List.of("clerk"), List.of()));
        assertThat(read.nets().getFirst().tasks().getFirst().decomposition()).isEqualTo(Decomposition.net("detail"));
        assertThat(read.nets().get(1).tasks().stream().map(NetTask::decomposition).limit(3)).allMatch(Decomposition.routing()::equals);
        assertThat(read.attachment()).isEqualTo(new Clauses(List.of("cheap(X) :- X < 10.", "qualified(anna, b, 5).")));
        Specification again = NetFile.facts("p.pl", NetFile.toFacts(read)).orRefuse();
        assertThat(Placeless.of(again)).isEqualTo(Placeless.of(read));
    }

    @Test
    void generated_specifications_come_back_from_facts_as_they_were() {
        for (long seed = 1; seed <= 400; seed++) {
            Specification made = new RandomSpecifications(seed).next();
            String written = NetFile.toFacts(made);
            Reading reading = NetFile.facts("generated.pl", written);
            assertThat(reading.problems()).as("seed %s%n%s", seed, written).isEmpty();
            assertThat(Placeless.of(reading.orRefuse())).as("seed %s%n%s", seed, written).isEqualTo(Placeless.of(made));
            assertThat(NetFile.toFacts(reading.orRefuse())).as("seed %s", seed).isEqualTo(written);
        }
    }

    @Test
    void files_of_the_wild_come_back_from_facts_except_for_the_order_of_predicates() {
        for (Path file : Corpus.everything()) {
            Specification read = Corpus.read(file).orRefuse();
            Specification again = NetFile.facts("f.pl", NetFile.toFacts(read)).orRefuse();
            assertThat(ordered(Placeless.of(again.attach(null)))).as("%s", file).isEqualTo(ordered(Placeless.of(read.attach(null))));
        }
    }

    /** In facts the ways of a split stand in the order in which they are looked at; the root comes first. */
    private static Specification ordered(Specification specification) {
        List<Net> nets = new ArrayList<>();
        for (Net net : specification.nets()) {
            List<Flow> flows = new ArrayList<>();
            net.conditions().forEach(each -> net.flows().stream().filter(flow -> flow.from().equals(each.name())).forEach(flows::add));
            net.tasks().forEach(each -> net.flows().stream()
                    .filter(flow -> flow.from().equals(each.name()))
                    .sorted(java.util.Comparator.comparingInt(Flow::ordering))
                    .map(flow -> flow.ordering(0))
                    .forEach(flows::add));
            nets.add(new Net(net.name(), net.title(), net.conditions(), net.tasks(), flows, net.variables(), net.implicitTermination(), null));
        }
        nets.sort(java.util.Comparator.comparing(net -> !net.name().equals(specification.root())));
        return new Specification(specification.name(), nets, specification.root(), specification.orJoin(), specification.end(), null);
    }

    @Test
    void the_facts_of_the_documents_are_nets() throws IOException {
        Path page = Path.of("..", "docs", "languages", "nets.md");
        Matcher blocks = Pattern.compile("```prolog\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(page));
        int found = 0;
        while (blocks.find()) {
            Specification read = NetFile.facts("page.pl", blocks.group(1)).orRefuse();
            assertThat(Checks.faults(read)).as(blocks.group(1)).isEmpty();
            found++;
        }
        assertThat(found).isEqualTo(3);
    }

    @Test
    void everything_wrong_is_said_at_once_with_its_place() {
        List<Problem> problems = NetFile.facts("bad.pl", """
                initial_activity(a).
                and_split(a, b).
                  timer(a, soon).
                multiple(a, 1, 2).
                sequential(a b).
                work(a, robots).
                """).problems();
        assertThat(problems).extracting(Problem::code).containsOnly(Code.NET_FACTS);
        assertThat(problems).extracting(problem -> problem.message().lines().findFirst().orElse(""))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("bad.pl:5:14: "),
                        second -> assertThat(second).startsWith("bad.pl:2:1: a list is expected, not b."),
                        third -> assertThat(third).startsWith("bad.pl:3:3: a timer is after('P3D')"),
                        fourth -> assertThat(fourth).startsWith("bad.pl:4:1: multiple has 5 arguments, not 3."),
                        fifth -> assertThat(fifth).startsWith("bad.pl:6:1: work is done by people, "));
        assertThat(NetFile.facts("empty.pl", "% nothing").problems()).hasSize(1);
    }

    @Test
    void facts_that_contradict_each_other_are_named_where_the_second_stands() {
        assertContradicts("input_condition(x). input_condition(y).", "the input condition is x already");
        assertContradicts("and_split(a,[b,c]). xor_split(a,[b,c]).", "the split of 'a' is AND already");
        assertContradicts("and_join([b,c],d). or_join([b,c],d).", "the join of 'd' is AND already");
        assertContradicts("timer(a, after(10)). timer(a, after(20)).", "the timer of 'a' is after(10) already");
    }

    private static void assertContradicts(String facts, String message) {
        Reading reading = NetFile.facts("n.pl", "initial_activity(a).\n" + facts.replace(". ", ".\n") + "\n");
        assertThat(reading.problems()).anySatisfy(problem -> assertThat(problem.message()).contains("n.pl:3:1", message, "MR-2034"));
    }

    @Test
    void whatever_can_be_said_once_is_refused_when_it_is_said_again_in_other_words() {
        assertContradicts("multiple(a, 1, 2, 2, static). multiple(a, 1, 3, 2, static).", "the fact 'multiple' of 'a' is 1, 2, 2, static already");
        assertContradicts("priority(a, 1). priority(a, 2).", "the fact 'priority' of 'a' is 1 already");
        assertContradicts("work(a, people). work(a, handler(x)).", "the fact 'work' of 'a' is people already");
        assertContradicts("variable(v, input, string). variable(v, output, string).", "the fact 'variable' of 'v' is input, string already");
        assertContradicts("title(a, 'A'). title(a, 'B').", "the fact 'title' of 'a' is 'A' already");
        assertContradicts("gives(a, v, variable(x)). gives(a, v, variable(y)).", "the fact 'gives' of 'a', 'v' is variable(x) already");
        assertContradicts("option(end, first). option(end, quiet).", "the option 'end' is first already");
        assertContradicts("process(p). process(q).", "the process is p already");
        assertContradicts("composite(a, sub). role(a, clerk).", "'a' is carried out by net 'sub'");
        assertThat(NetFile.facts("n.pl", "initial_activity(a). final_activity(a). priority(a, 1). priority(a, 1).").problems()).isEmpty();
    }

    private static void assertWrong(String fact, String... message) {
        List<Problem> problems = NetFile.facts("n.pl", "initial_activity(register). final_activity(register).\n" + fact + "\n").problems();
        assertThat(problems).as(fact).singleElement()
                .satisfies(problem -> assertThat(problem.message()).startsWith("n.pl:2:1: ").contains(message).contains("MR-2034"));
    }

    @Test
    void a_misspelt_fact_is_refused_at_its_line_with_the_nearest_name() {
        assertWrong("rolle(register, clerk).", "no fact 'rolle'", "is 'role' meant");
        assertWrong("timr(register, after('P1D')).", "is 'timer' meant");
        assertWrong("cancles(register, [register]).", "is 'cancels' meant");
        assertWrong("initail_activity(register).", "is 'initial_activity' meant");
        assertWrong("intiates(signal(x), y).", "is 'initiates' meant");
        assertWrong("intiates(signal(x), y) :- true.", "is 'initiates' meant");
        assertWrong("role(register).", "role has 2 arguments, not 1");
        assertWrong("timer(register, after('P1D'), x).", "timer has 2 arguments, not 3");
        assertWrong("role(register, X) :- member(X, [a, b]).", "a rule cannot define the net");
        assertWrong("termination(implcit).", "'implcit' is none of [implicit, explicit]; is 'implicit' meant");
        assertWrong("option(orjoin, paper).", "there is no option 'orjoin'; is 'or_join' meant");
        assertWrong("option(or_join, papr).", "is 'paper' meant");
        assertWrong("variable(v, inptu, string).", "is 'input' meant");
        assertWrong("variable(v, input, strng).", "the type 'strng'", "is 'string' meant");
        assertWrong("title(regster, 'Register').", "no task or condition 'regster'", "is 'register' meant");
        assertWrong("role(regster, clerk).", "no flow mentions task 'regster'; is 'register' meant");
        assertWrong("role(end, clerk).", "'end' is a condition, not a task");
        assertWrong("composite(end, sub).", "'end' is a condition, not a task");
        assertThat(NetFile.facts("n.pl", "role(a, b).\nnet(x).\ninitial_activity(a). final_activity(a).").problems())
                .singleElement().asString().contains("n.pl:1:1", "before the first net(Name)");
    }

    @Test
    void a_predicate_of_the_user_is_left_alone_if_goals_call_it_and_otherwise_noted() {
        String net = "initial_activity(a). xor_split(a, [(b, rolle(a, X), cheap(X)), (c, otherwise)]). final_activity(b). final_activity(c).\n";
        Reading called = NetFile.facts("n.pl", net + "rolle(a, 5). cheap(X) :- X < 10, small(X). small(3).");
        assertThat(called.problems()).isEmpty();
        assertThat(called.warnings()).isEmpty();
        Reading unused = NetFile.facts("n.pl", net + "rolle(a, 5). cheap(3).\nwarehouse(x).");
        assertThat(unused.problems()).isEmpty();
        assertThat(unused.warnings()).containsExactly("No goal calls warehouse/1 (n.pl:3:1), and it is not a fact of nets.");
    }

    @Test
    void a_file_that_was_deployed_with_a_mistake_is_still_read_from_the_journal() {
        String facts = "initial_activity(a). final_activity(a). rolle(a, x). termination(implcit). multiple(a, 0, 2, 3, static). priority(a, 1). priority(a, 2).";
        assertThat(NetFile.facts("n.pl", facts).problems()).isNotEmpty();
        Specification stored = NetFile.stored("n.pl", facts).orRefuse();
        assertThat(Checks.requireStructure(stored)).isEqualTo(stored);
    }

    private static void assertFault(String facts, String start, String... message) {
        String text = "initial_activity(a). sequential(a, b). final_activity(b).\n" + facts + "\n";
        Reading reading = NetFile.facts("n.pl", text);
        assertThatExceptionOfType(RefusedException.class).as(facts).isThrownBy(() -> reading.checked("n.pl", text))
                .satisfies(refused -> assertThat(refused.problem().message()).startsWith(start).contains(message));
    }

    @Test
    void a_fault_is_placed_at_its_fact_and_not_at_the_first_mention_of_its_task() {
        assertFault("cancels(b, [gone]).", "n.pl:2:1: Task 'b'", "cancels 'gone'", "MR-3011");
        assertFault("cancels(b, [a]).\ncancels(b, [gone]).", "n.pl:3:1: Task 'b'", "cancels 'gone'");
        assertFault("multiple(b, 0, 3, 2, static).", "n.pl:2:1: ", "the minimum is 0", "MR-3013");
        assertFault("multiple(b, -5, 3, 2, static).", "n.pl:2:1: ", "the minimum is -", "MR-3013");
        assertFault("multiple(b, 1, 3, 4, static).", "n.pl:2:1: ", "the threshold of 4 is above the maximum of 3");
        assertFault("composite(b, sub).", "n.pl:2:1: ", "'sub'", "MR-3014");
        assertFault("role(b, x).\nseparate(b, gone).", "n.pl:3:1: ", "'gone'", "MR-3018");
        assertFault("variable(amount, input, decimal).\ngives(b, amont, variable(amount)).", "n.pl:3:1: ", "is 'amount' meant", "MR-3020");
        assertFault("variable(amount, input, decimal).\ngets(b, x, variable(amont)).", "n.pl:3:1: ", "is 'amount' meant", "MR-3020");
        assertFault("variable(x, input, decimal). composite(b, n2). gets(b, z, variable(x)).\nnet(n2). initial_activity(c). final_activity(c). variable(y, input, decimal).",
                "n.pl:2:48: ", "gets input 'z'", "MR-3021");
    }

    @Test
    void a_text_that_is_no_prolog_has_a_code_and_a_place_and_nothing_is_said_twice() {
        Reading reading = NetFile.facts("n.pl", "initial_activity(a).\nfinal_activity(a b).\n");
        assertThat(reading.problems()).singleElement().satisfies(problem -> assertThat(problem.message()).contains("n.pl:2:", "MR-2034"));
    }

    @Test
    void with_implicit_termination_a_way_may_end_in_a_condition() {
        String facts = "initial_activity(a). final_activity(b). condition(done). and_split(a,[b,c]). flow(c,done). ";
        assertThat(Checks.faults(NetFile.facts("n.pl", facts + "termination(implicit).").orRefuse())).isEmpty();
        assertThat(Checks.faults(NetFile.facts("n.pl", facts).orRefuse())).isNotEmpty();
    }
}

package io.millrace.net.run;

import static io.millrace.net.Junction.AND;
import static io.millrace.net.Junction.OR;
import static io.millrace.net.Junction.XOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.net.End;
import io.millrace.net.Event;
import io.millrace.net.Bound;
import io.millrace.net.Expression;
import io.millrace.net.Multiplicity.Creation;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.Nets;
import io.millrace.net.Resourcing;
import io.millrace.net.Timer;
import io.millrace.net.Variable;
import io.millrace.problem.Code;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetProcessTest {
    private static NetProcess process(Net root, Net... others) {
        return NetProcess.of(Nets.specification("p", root, others), null);
    }

    private static List<String> offered(Rig rig, CaseId id) {
        return rig.work(id).stream().map(WorkItem::task).sorted().toList();
    }

    private static WorkItem item(Rig rig, CaseId id, String task) {
        return rig.work(id).stream().filter(each -> each.task().equals(task)).findFirst().orElseThrow();
    }

    private static void complete(Rig rig, CaseId id, String task, Data output) {
        rig.done(new Command.Complete(item(rig, id, task).id(), output, 0));
    }

    private static void complete(Rig rig, CaseId id, String... tasks) {
        for (String task : tasks) {
            complete(rig, id, task, Data.nothing());
        }
    }

    private static CaseStatus status(Rig rig, CaseId id) {
        return rig.look(id).info().status();
    }

    private static Net trip() {
        return Nets.net("trip")
                .input("start").to("register")
                .task("register").split(OR)
                .when(data -> data.at("flight").equals(Data.of(true)), "flight")
                .when(data -> data.at("hotel").equals(Data.of(true)), "hotel")
                .otherwise("car")
                .task("flight").to("pay")
                .task("hotel").to("pay")
                .task("car").to("pay")
                .task("pay").join(OR).to("end")
                .output("end")
                .build();
    }

    @Test
    void an_or_join_waits_for_all_that_can_still_come_and_for_nothing_else() {
        Rig rig = Rig.with(process(trip()));
        CaseId both = rig.start("p", Data.fields("flight", true, "hotel", true));
        complete(rig, both, "register");
        assertThat(offered(rig, both)).containsExactly("flight", "hotel");
        complete(rig, both, "flight");
        assertThat(offered(rig, both)).containsExactly("hotel");
        complete(rig, both, "hotel");
        assertThat(offered(rig, both)).containsExactly("pay");
        complete(rig, both, "pay");
        assertThat(status(rig, both)).isEqualTo(CaseStatus.COMPLETED);

        CaseId none = rig.start("p");
        complete(rig, none, "register", Data.fields("flight", false, "hotel", false));
        assertThat(offered(rig, none)).containsExactly("car");
        complete(rig, none, "car", "pay");
        assertThat(status(rig, none)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void the_first_who_starts_decides_a_deferred_choice() {
        Rig rig = Rig.with(process(Nets.net("n")
                .input("i").to("ask")
                .task("ask").to("c")
                .condition("c").to("accept", "refuse")
                .task("accept").to("o")
                .task("refuse").to("o")
                .output("o")
                .build()));
        CaseId id = rig.start("p");
        complete(rig, id, "ask");
        assertThat(offered(rig, id)).containsExactly("accept", "refuse");
        rig.done(new Command.StartWork(item(rig, id, "refuse").id()));
        assertThat(offered(rig, id)).containsExactly("refuse");
        rig.restart(process(Nets.net("n").input("i").to("ask").task("ask").to("c").condition("c").to("accept", "refuse")
                .task("accept").to("o").task("refuse").to("o").output("o").build()));
        complete(rig, id, "refuse");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void work_that_is_started_handed_on_and_started_again_is_one_instance() {
        NetProcess process = process(Nets.net("n").input("i").to("a").task("a").to("b").task("b").to("o").output("o").build());
        Rig rig = Rig.with(process);
        CaseId id = rig.start("p");
        WorkId work = item(rig, id, "a").id();
        rig.done(new Command.StartWork(work));
        rig.done(new Command.Delegate(work, "anna"));
        rig.done(new Command.StartWork(work));
        assertThat(rig.look(id).standing().at("tokens")).isEqualTo(Data.fields("exec(a)", 1));
        rig.restart(process);
        complete(rig, id, "a");
        assertThat(offered(rig, id)).containsExactly("b");
    }

    @Test
    void an_offer_that_lost_its_token_after_a_restart_is_withdrawn_all_the_same() {
        NetProcess choice = process(Nets.net("n")
                .input("i").to("accept", "refuse")
                .task("accept").to("o")
                .task("refuse").to("o")
                .output("o")
                .build());
        Rig rig = Rig.with(choice);
        CaseId id = rig.start("p");
        rig.restart(choice);
        rig.done(new Command.StartWork(item(rig, id, "refuse").id()));
        assertThat(offered(rig, id)).containsExactly("refuse");
    }

    @Test
    void nothing_is_begun_after_the_first_token_in_the_output_condition_has_ended_a_net() {
        Net net = Nets.net("n")
                .input("i").to("a")
                .task("a").to("o", "b")
                .task("b").handler("b").to("o")
                .output("o")
                .build();
        Rig rig = Rig.with(NetProcess.of(Nets.specification("p", net).end(End.FIRST), null));
        CaseId id = rig.start("p");
        complete(rig, id, "a");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(id)).filteredOn("WorkOffered"::equals).hasSize(1);
    }

    @Test
    void a_task_with_a_cancellation_set_takes_the_work_of_others_back() {
        Rig rig = Rig.with(process(Nets.net("n")
                .input("i").to("split")
                .route("split").to("slow", "quick")
                .task("slow").to("join")
                .task("quick").cancels("slow").cancelsBetween("split", "slow").to("o")
                .task("join").to("o")
                .output("o")
                .build()));
        CaseId id = rig.start("p");
        rig.done(new Command.StartWork(item(rig, id, "slow").id()));
        complete(rig, id, "quick");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(id)).contains("WorkWithdrawn");
    }

    private static Net witnesses(int min, int max, int threshold, Creation creation) {
        return Nets.net("n")
                .input("i").to("register")
                .task("register").to("hear")
                .task("hear").instances(Multiplicity.of(min, max, threshold, creation).count(Expression.variable("count")))
                .to("archive")
                .task("archive").to("o")
                .output("o")
                .build();
    }

    @Test
    void a_task_without_work_takes_the_work_of_what_it_cancels_back() {
        Rig rig = Rig.with(process(Nets.net("n")
                .input("i").to("begin")
                .task("begin").to("a", "b")
                .task("a").handler("a").to("o")
                .task("b").to("stop")
                .route("stop").cancels("a").cancelsBetween("begin", "a").to("o")
                .output("o")
                .build()));
        CaseId id = rig.start("p");
        complete(rig, id, "begin", "b");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.history(id))
                .filteredOn(event -> event.kind().equals("WorkWithdrawn"))
                .singleElement()
                .satisfies(event -> assertThat(event.detail().at("reason")).isEqualTo(Data.of("task 'stop' cancels it")));
    }

    @Test
    void a_threshold_cancels_the_rest_of_the_instances() {
        Rig rig = Rig.with(process(witnesses(1, 10, 3, Creation.STATIC)));
        CaseId id = rig.start("p", Data.fields("count", 5));
        complete(rig, id, "register");
        assertThat(offered(rig, id)).hasSize(5).containsOnly("hear");
        complete(rig, id, "hear", "hear");
        assertThat(offered(rig, id)).hasSize(3);
        assertThat(rig.refused(new Command.AddInstance(id, "hear", Data.nothing())).code()).isEqualTo(Code.NO_INSTANCES);
        complete(rig, id, "hear");
        assertThat(offered(rig, id)).containsExactly("archive");
    }

    @Test
    void instances_are_added_within_the_maximum_while_the_task_runs() {
        Rig rig = Rig.with(process(witnesses(1, 3, Integer.MAX_VALUE, Creation.DYNAMIC)));
        CaseId id = rig.start("p", Data.fields("count", 2));
        assertThat(rig.refused(new Command.AddInstance(id, "hear", Data.nothing())).message()).contains("not running");
        complete(rig, id, "register");
        rig.done(new Command.AddInstance(id, "hear", Data.fields("who", "ben")));
        assertThat(offered(rig, id)).hasSize(3);
        assertThat(rig.refused(new Command.AddInstance(id, "hear", Data.nothing())).message()).contains("3 at most");
        complete(rig, id, "hear", "hear", "hear");
        assertThat(offered(rig, id)).containsExactly("archive");
    }

    @Test
    void a_number_of_instances_out_of_bounds_is_an_incident_that_data_can_put_right() {
        Rig rig = Rig.with(process(witnesses(1, 3, Integer.MAX_VALUE, Creation.STATIC)));
        CaseId id = rig.start("p", Data.fields("count", 7));
        complete(rig, id, "register");
        assertThat(offered(rig, id)).isEmpty();
        assertThat(rig.look(id).info().incident()).contains("it would have 7 instances, not 1 to 3");
        rig.done(new Command.ChangeData(id, "count", Data.of(2)));
        assertThat(offered(rig, id)).hasSize(2);
    }

    @Test
    void a_split_without_a_way_is_an_incident_and_loses_no_token() {
        Rig rig = Rig.with(process(Nets.net("n")
                .input("i").to("a")
                .task("a").split(XOR)
                .when(data -> data.at("x").equals(Data.of(1)), "b")
                .when(data -> data.at("x").equals(Data.of(2)), "c")
                .task("b").to("o")
                .task("c").to("o")
                .output("o")
                .build()));
        CaseId id = rig.start("p");
        complete(rig, id, "a", Data.fields("x", 3));
        assertThat(rig.look(id).info().incident()).contains("no predicate of its XOR-split holds");
        rig.done(new Command.ChangeData(id, "x", Data.of(2)));
        assertThat(offered(rig, id)).containsExactly("c");
        assertThat(rig.look(id).info().incident()).isNull();
    }

    @Test
    void a_deadlock_is_an_incident_that_names_the_tokens_and_a_token_can_be_moved() {
        Rig rig = Rig.with(process(Nets.net("n")
                .input("i").to("a")
                .task("a").split(XOR).when(data -> true, "b").otherwise("c")
                .task("b").to("d")
                .task("c").to("d")
                .task("d").join(AND).to("o")
                .output("o")
                .build()));
        CaseId id = rig.start("p");
        complete(rig, id, "a", "b");
        assertThat(rig.look(id).info().incident()).contains("c(b,d)");
        assertThat(rig.refused(new Command.Move(id, "c(c,d)", "o")).code()).isEqualTo(Code.INTERVENTION);
        rig.done(new Command.Move(id, null, "o"));
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    private static Net timeout() {
        return Nets.net("n")
                .input("i").to("send")
                .task("send").to("wait")
                .condition("wait").to("reply", "late")
                .event("reply", Event.signal("replied").key(Expression.variable("order")).into("answer")).to("o")
                .timeout("late", Timer.after(Duration.ofDays(2))).to("remind")
                .task("remind").to("o")
                .output("o")
                .build();
    }

    @Test
    void a_signal_and_a_time_out_race_fairly() {
        Rig rig = Rig.with(process(timeout()));
        CaseId answered = rig.start("p", Data.fields("order", "a"));
        CaseId late = rig.start("p", Data.fields("order", "b"));
        complete(rig, answered, "send");
        complete(rig, late, "send");
        rig.done(new Command.Signal("replied", "a", Data.of("yes")));
        assertThat(status(rig, answered)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.look(answered).info().outcome()).isEqualTo(Data.fields("answer", "yes", "order", "a"));
        rig.restart(process(timeout()));
        rig.advance(Duration.ofDays(3));
        assertThat(offered(rig, late)).containsExactly("remind");
        rig.done(new Command.Signal("replied", "b", Data.of("too late")));
        complete(rig, late, "remind");
        assertThat(status(rig, late)).isEqualTo(CaseStatus.COMPLETED);
    }

    private static Net routedSignal() {
        return Nets.net("n")
                .input("i").to("hear", "late")
                .event("hear", Event.signal("said").into("word")).split(XOR)
                .when(data -> data.at("word").equals(Data.of("yes")), "a")
                .when(data -> data.at("word").equals(Data.of("no")), "b")
                .timeout("late", Timer.after(Duration.ofDays(2))).to("b")
                .task("a").to("o")
                .task("b").to("o")
                .output("o")
                .build();
    }

    @Test
    void a_signal_whose_split_finds_no_way_is_not_lost() {
        Rig rig = Rig.with(process(routedSignal()));
        CaseId id = rig.start("p");
        rig.done(new Command.Signal("said", "", Data.of("perhaps")));
        assertThat(rig.look(id).info().incident()).contains("no predicate of its XOR-split holds");
        rig.restart(process(routedSignal()));
        rig.advance(Duration.ofDays(3));
        rig.done(new Command.Move(id, "hear", "a"));
        assertThat(offered(rig, id)).containsExactly("a");
    }

    private static Net chosenInstances() {
        return Nets.net("n")
                .input("i").to("many", "one")
                .task("many")
                .instances(new Multiplicity(
                        new Bound.Computed(Expression.constant(0)), Bound.of(3), Bound.infinite(), Creation.STATIC, Expression.variable("count"), null, null))
                .to("o")
                .task("one").to("o")
                .output("o")
                .build();
    }

    @Test
    void time_that_is_over_while_nothing_can_be_made_of_it_is_not_lost() {
        for (boolean started : List.of(false, true)) {
            NetProcess process = (NetProcess) new NetLanguage().compile("p", """
                    initial_activity(ask).
                    xor_split(ask, [(a, data(way, 1)), (b, data(way, 2))]).
                    timer(ask, after('P1D')).
                    work(ask, people).
                    final_activity(a). final_activity(b).
                    """);
            Rig rig = Rig.with(process);
            CaseId id = rig.start("p");
            if (started) {
                rig.done(new Command.StartWork(item(rig, id, "ask").id()));
            }
            rig.advance(Duration.ofDays(2));
            assertThat(rig.look(id).info().incident()).contains("no predicate of its XOR-split holds");
            rig.restart(process);
            rig.done(new Command.ChangeData(id, "way", Data.of(2)));
            assertThat(offered(rig, id)).as("started: %s", started).containsExactly("b");
            assertThat(rig.look(id).info().incident()).isNull();
        }
    }

    @Test
    void starting_an_offer_that_data_gives_no_instances_ends_the_task() {
        Rig rig = Rig.with(process(chosenInstances()));
        CaseId id = rig.start("p", Data.fields("count", 0));
        assertThat(rig.refused(new Command.Complete(item(rig, id, "many").id(), Data.nothing(), 0)).code())
                .isEqualTo(Code.WORK_STATE);
        rig.done(new Command.StartWork(item(rig, id, "many").id()));
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void an_offer_completed_while_its_task_cannot_be_entered_is_offered_anew() {
        Rig rig = Rig.with(process(chosenInstances()));
        CaseId id = rig.start("p", Data.fields("count", 9));
        complete(rig, id, "many");
        assertThat(rig.look(id).info().incident()).contains("it would have 9 instances");
        rig.done(new Command.ChangeData(id, "count", Data.of(1)));
        assertThat(offered(rig, id)).containsExactly("many", "one");
        complete(rig, id, "many");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_composite_task_runs_its_net_as_a_sub_case_and_maps_data_both_ways() {
        Net root = Nets.net("n")
                .input("i").to("book")
                .composite("book", "booking")
                .give("city", data -> data.at("to")).take("price", data -> data.at("cost")).to("pay")
                .task("pay").to("o")
                .output("o")
                .build();
        Net booking = Nets.net("booking").input("bi").to("find").task("find").to("bo").output("bo").build();
        Rig rig = Rig.with(process(root, booking));
        CaseId id = rig.start("p", Data.fields("to", "Rome"));
        CaseId sub = id.child(1);
        assertThat(rig.look(sub).data()).isEqualTo(Data.fields("city", "Rome"));
        complete(rig, sub, "find", Data.fields("cost", 120));
        assertThat(offered(rig, id)).containsExactly("pay");
        assertThat(rig.look(id).data()).isEqualTo(Data.fields("to", "Rome", "price", 120));
    }

    @Test
    void a_multi_merge_runs_once_for_each_branch_and_the_first_end_drops_the_rest() {
        Net merge = Nets.net("n")
                .input("i").to("split")
                .route("split").to("a", "b")
                .task("a").to("m")
                .task("b").to("m")
                .condition("m").to("pay")
                .task("pay").to("o")
                .output("o")
                .build();
        Rig rig = Rig.with(process(merge));
        CaseId id = rig.start("p");
        complete(rig, id, "a", "pay", "b");
        assertThat(offered(rig, id)).containsExactly("pay");
        complete(rig, id, "pay");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(id)).contains("TokensDropped");

        Rig first = Rig.with(NetProcess.of(Nets.specification("p", merge).end(End.FIRST), null));
        CaseId other = first.start("p");
        complete(first, other, "a", "pay");
        assertThat(status(first, other)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void duties_are_kept_apart_and_a_familiar_participant_is_called_back() {
        Resourcing apart = Resourcing.BY_USER.separateFrom("order");
        Resourcing familiar = Resourcing.BY_USER.familiarWith("order");
        Rig rig = Rig.with(process(Nets.net("n")
                .input("i").to("order")
                .task("order").role("clerk").to("approve")
                .task("approve").role("clerk").resourcing(apart).to("receive")
                .task("receive").role("clerk").resourcing(familiar).to("o")
                .output("o")
                .build()))
                .participant("anna", "clerk")
                .participant("ben", "clerk");
        CaseId id = rig.start("p");
        rig.doneAs("anna", new Command.Complete(item(rig, id, "order").id(), Data.nothing(), 0));
        WorkItem approve = item(rig, id, "approve");
        assertThat(rig.refusedAs("anna", new Command.Claim(approve.id())).code()).isEqualTo(Code.EXCLUDED);
        assertThat(rig.refusedAs("ben", new Command.Delegate(approve.id(), "anna")).code()).isEqualTo(Code.EXCLUDED);
        rig.doneAs("ben", new Command.Complete(approve.id(), Data.nothing(), 0));
        WorkItem receive = item(rig, id, "receive");
        assertThat(rig.refusedAs("ben", new Command.Claim(receive.id())).code()).isEqualTo(Code.NOT_QUALIFIED);
        rig.doneAs("anna", new Command.Complete(receive.id(), Data.nothing(), 0));
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_move_that_would_make_or_lose_tokens_is_refused() {
        Rig rig = Rig.with(process(Nets.net("n")
                .input("i").to("s")
                .task("s").to("a", "b")
                .task("a").to("j")
                .task("b").to("j")
                .task("j").join(AND).to("o")
                .output("o").build()));
        CaseId id = rig.start("p");
        complete(rig, id, "s", "a");
        assertThat(rig.refused(new Command.Move(id, "c(a,j)", "j")).message()).contains("joins several flows", "'c(a,j)'");
        complete(rig, id, "b");
        rig.done(new Command.StartWork(item(rig, id, "j").id()));
        assertThat(rig.refused(new Command.Move(id, "j", "a")).message()).contains("may have taken several tokens");
        complete(rig, id, "j");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void an_open_task_that_others_would_do_in_the_new_version_keeps_a_case_where_it_is() {
        Rig rig = Rig.with(process(sequence("a", "b")));
        CaseId id = rig.start("p");
        rig.done(new Command.Deploy(process(Nets.net("n").input("i").to("a")
                .task("a").role("boss").to("b").task("b").to("o").output("o").build())));
        assertThat(rig.refused(new Command.Migrate(id, 2, Data.nothing())).message()).contains("'a' is offered and is carried out differently in the new version");
        complete(rig, id, "a");
        rig.done(new Command.Migrate(id, 2, Data.nothing()));
    }

    @Test
    void a_net_that_calls_itself_without_end_stops_with_an_incident() {
        Net again = Nets.net("n").input("i").to("a").composite("a", "n").to("o").output("o").build();
        Rig rig = Rig.with(NetProcess.of(Nets.specification("p", again), null));
        CaseId deepest = rig.start("p");
        while (!rig.look(deepest).work().isEmpty() && item(rig, deepest, "a").child() != 0) {
            deepest = deepest.child(item(rig, deepest, "a").child());
        }
        assertThat(item(rig, deepest, "a").incident()).contains("MR-1061", "may call itself without end");
    }

    @Test
    void an_incident_goes_with_its_cause_when_that_is_moved_away() {
        Rig rig = Rig.with(process(Nets.net("n")
                .input("i").to("a")
                .task("a").split(XOR).when(data -> data.at("x").equals(Data.of(1)), "b").when(data -> data.at("x").equals(Data.of(2)), "c")
                .task("b").to("o")
                .task("c").to("o")
                .output("o").build()));
        CaseId id = rig.start("p");
        complete(rig, id, "a", Data.fields("x", 3));
        assertThat(rig.look(id).info().incident()).isNotNull();
        rig.done(new Command.Move(id, "a", "c"));
        assertThat(offered(rig, id)).containsExactly("c");
        assertThat(rig.look(id).info().incident()).isNull();
    }

    @Test
    void data_of_another_type_than_declared_cannot_be_put_in_by_hand() {
        Rig rig = Rig.with(process(Nets.net("n")
                .variable(new Variable("m", Variable.Use.LOCAL, "integer", null, null))
                .input("i").to("a").task("a").to("o").output("o").build()));
        CaseId id = rig.start("p");
        assertThat(rig.refused(new Command.ChangeData(id, "m", Data.of("abc"))).message()).contains("declared otherwise");
        rig.done(new Command.ChangeData(id, "m", Data.of(3)));
    }

    private static Net sequence(String... tasks) {
        var net = Nets.net("n").input("i").to(tasks[0]);
        for (int i = 0; i < tasks.length; i++) {
            net = net.task(tasks[i]).to(i + 1 < tasks.length ? tasks[i + 1] : "o");
        }
        return net.output("o").build();
    }

    @Test
    void a_task_is_done_again_as_long_as_what_it_gave_is_still_there() {
        Rig rig = Rig.with(process(sequence("a", "b", "c")));
        CaseId id = rig.start("p");
        complete(rig, id, "a");
        rig.done(new Command.Redo(id, "a"));
        assertThat(offered(rig, id)).containsExactly("a");
        complete(rig, id, "a");
        rig.done(new Command.StartWork(item(rig, id, "b").id()));
        assertThat(rig.refused(new Command.Redo(id, "a")).message()).contains("no longer there");
        rig.done(new Command.Redo(id, "b"));
        assertThat(offered(rig, id)).containsExactly("b");
        rig.done(new Command.Skip(item(rig, id, "b").id(), Data.nothing()));
        assertThat(offered(rig, id)).containsExactly("c");
    }

    @Test
    void a_case_goes_on_under_a_new_version_when_its_state_maps_onto_it() {
        Rig rig = Rig.with(process(sequence("a", "b", "c")));
        CaseId id = rig.start("p");
        complete(rig, id, "a");
        rig.done(new Command.Deploy(process(sequence("a", "x", "c", "d"))));
        assertThat(rig.refused(new Command.Migrate(id, 2, Data.nothing())).message())
                .contains("condition 'c(a,b)' holds a token and is missing in the new version")
                .contains("task 'b' is offered and is missing in the new version");
        rig.done(new Command.Migrate(id, 2, Data.fields("b", "x")));
        complete(rig, id, "b");
        complete(rig, id, "c", "d");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }
}

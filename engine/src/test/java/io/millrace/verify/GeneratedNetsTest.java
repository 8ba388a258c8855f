package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Marking;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Generated nets without sub-nets: the verdict, the properties and the dead tasks are those of an exploration that takes the engine's single
 * steps, and every trace can be replayed, leads to what it is said to lead to, and is a shortest one.
 */
class GeneratedNetsTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 2_000);
    private static final int MOST_STATES = 1_000;
    private static final int LIMIT = 600;
    private static final int SHORTEST_LIMIT = 200;

    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private final Map<Trouble.Kind, Integer> replayed = new EnumMap<>(Trouble.Kind.class);
    private int infinite;
    private int shortest;

    @Test
    void the_answer_is_that_of_a_literal_exploration_and_every_trace_replays() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Specification specification = Generated.flat(seed, 6);
            Shrinking.check(seed, specification, this::check);
        }
        System.out.println("verdicts " + verdicts + ", beyond the limit " + infinite + ", replayed " + replayed + ", of which shown to be shortest " + shortest);
        assertThat(verdicts).containsKeys(Verdict.SOUND, Verdict.UNSOUND, Verdict.UNKNOWN);
        assertThat(replayed).containsKeys(Trouble.Kind.DEADLOCK, Trouble.Kind.LIVELOCK, Trouble.Kind.IMPROPER_COMPLETION, Trouble.Kind.UNBOUNDED);
        assertThat(infinite).isPositive();
    }

    private void check(Specification specification) {
        Net net = specification.nets().getFirst();
        Verification verification = Verifier.standard().verdictOnly().maxStates(MOST_STATES).verify(specification);
        verdicts.merge(verification.verdict(), 1, Integer::sum);
        compare(verification, new io.millrace.net.StateSpace(net, specification.orJoin(), LIMIT));
        Player player = new Player(net, specification.orJoin());
        assertThat(verification.problems().isEmpty()).as("nothing is wrong").isEqualTo(verification.verdict() != Verdict.UNSOUND);
        for (Trouble trouble : verification.problems()) {
            if (trouble.kind() != Trouble.Kind.DEAD_TASK) {
                replay(trouble, player);
            }
        }
        if (Exploration.of(Generated.model(specification), MOST_STATES).end() == StateSpace.End.COMPLETE) {
            compareLengths(verification, player);
        }
    }

    private void compare(Verification verification, io.millrace.net.StateSpace literal) {
        Properties properties = verification.properties();
        List<String> dead = List.copyOf(new TreeSet<>(verification.problems().stream()
                .filter(trouble -> trouble.kind() == Trouble.Kind.DEAD_TASK)
                .flatMap(trouble -> trouble.nodes().stream())
                .toList()));
        if (literal.isComplete()) {
            assertThat(properties).isEqualTo(new Properties(
                    Answer.of(literal.optionToComplete()), Answer.of(literal.deadTasks().isEmpty()), Answer.of(literal.properCompletion())));
            assertThat(dead).isEqualTo(literal.deadTasks());
        } else {
            infinite++;
            assertThat(literal.canBeStuck() && properties.optionToComplete() == Answer.YES).as("can be stuck, yet has the option to complete").isFalse();
            assertThat(!literal.properCompletion() && properties.properCompletion() == Answer.YES).as("can complete improperly").isFalse();
            assertThat(literal.deadTasks()).as("not carried out within the limit").containsAll(dead);
        }
    }

    private void replay(Trouble trouble, Player player) {
        Marking marking = play(player, player.start(), trouble.trace());
        replayed.merge(trouble.kind(), 1, Integer::sum);
        switch (trouble.kind()) {
            case DEADLOCK -> assertThat(player.isStuck(marking) && !player.isImproper(marking)).as("%s in %s", trouble, marking).isTrue();
            case IMPROPER_COMPLETION -> assertThat(player.isImproper(marking)).as("%s in %s", trouble, marking).isTrue();
            case LIVELOCK -> assertThat(player.isStuck(marking) || player.isImproper(marking)).as("%s in %s", trouble, marking).isFalse();
            case UNBOUNDED, DEAD_TASK, BLOCKED, BAD_RULES, WAITS_IN_VAIN -> {}
        }
        assertThat(names(player.tokens(marking))).as("%s", trouble).isEqualTo(names(trouble.tokens().stream().map(Tokens::toString).toList()));
    }

    /** What is marked, however often. */
    private static List<String> names(List<String> tokens) {
        return tokens.stream().map(token -> token.replaceAll("\\*[0-9]+$", "")).sorted().toList();
    }

    private static Marking play(Player player, Marking from, List<Step> steps) {
        Marking marking = from;
        for (Step step : steps) {
            Marking before = marking;
            Marking after = player.take(before, step);
            marking = Objects.requireNonNull(after, () -> step + " of " + steps + " cannot be taken in " + before);
        }
        return marking;
    }

    private void compareLengths(Verification verification, Player player) {
        Predicate<Marking> stuck = marking -> player.isStuck(marking) && !player.isImproper(marking);
        shortest += compareLengths(verification, Trouble.Kind.DEADLOCK, player.fewestSteps(stuck, SHORTEST_LIMIT));
        shortest += compareLengths(verification, Trouble.Kind.IMPROPER_COMPLETION, player.fewestSteps(player::isImproper, SHORTEST_LIMIT));
    }

    private static int compareLengths(Verification verification, Trouble.Kind kind, int fewest) {
        if (fewest >= 0) {
            Trouble first = verification.problems().stream().filter(trouble -> trouble.kind() == kind).findFirst().orElseThrow();
            assertThat(first.trace()).as("%s", kind).hasSize(fewest);
            return 1;
        }
        return 0;
    }

    @Test
    void a_net_with_implicit_termination_needs_to_become_quiet_only() {
        int compared = 0;
        for (long seed = 1; seed <= SEEDS / 2; seed++) {
            Specification specification = Generated.flat(seed, 5);
            Net strict = specification.nets().getFirst();
            Net net = new Net(
                    strict.name(), strict.title(), strict.conditions(), strict.tasks(), strict.flows(), strict.variables(), true, null);
            io.millrace.net.StateSpace literal = new io.millrace.net.StateSpace(net, specification.orJoin(), LIMIT);
            if (literal.isComplete()) {
                Verification verification = Verifier.standard().verdictOnly()
                        .verify(Specification.of("implicit", net.name(), List.of(net)).orJoin(specification.orJoin()));
                assertThat(verification.properties()).as("seed %s: %s", seed, net).isEqualTo(new Properties(
                        Answer.of(literal.canAlwaysBecomeQuiet()), Answer.of(literal.deadTasks().isEmpty()), Answer.YES));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(SEEDS / 10);
    }

    @Test
    void what_is_said_to_grow_without_end_can_be_repeated_and_grows() {
        int repeated = 0;
        for (long seed = 1; seed <= SEEDS / 2; seed++) {
            Specification specification = Generated.flat(seed, 6);
            Shrinking.check(seed, specification, GeneratedNetsTest::repeat);
            repeated += repeat(specification) ? 1 : 0;
        }
        System.out.println("repeated " + repeated);
        assertThat(repeated).isGreaterThan(SEEDS / 200);
    }

    private static boolean repeat(Specification specification) {
        Net net = specification.nets().getFirst();
        Model model = Generated.model(specification);
        StateSpace space = new StateSpace(model, 2_000);
        StateSpace.End end = space.explore(state -> false);
        StateSpace.Pump pump = space.pump();
        assertThat(end == StateSpace.End.UNBOUNDED).isEqualTo(pump != null);
        if (pump == null) {
            return false;
        }
        Player player = new Player(net, specification.orJoin());
        Marking marking = play(player, player.start(), steps(model, space.path(pump.from())));
        String grows = model.spots().get(pump.grows()).toString();
        for (int round = 0; round < 5; round++) {
            int before = player.tokens(marking, grows);
            marking = play(player, marking, steps(model, pump.moves()));
            assertThat(player.tokens(marking, grows)).as("tokens in %s after %s", grows, pump).isGreaterThan(before);
        }
        return true;
    }

    private static List<Step> steps(Model model, List<Integer> moves) {
        return moves.stream().flatMap(move -> model.moves().get(move).steps().stream()).toList();
    }
}

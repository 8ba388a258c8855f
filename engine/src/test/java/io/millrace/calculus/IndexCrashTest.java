package io.millrace.calculus;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Journal;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.Table;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The index through everything that can go wrong with a turn: commits that fail, rows that cannot be read, cases that leave the heap and
 * come back, and ends without warning. What is left is what replaying the turns makes.
 */
class IndexCrashTest {
    private static final String NET = """
            initial_activity(a).
            and_split(a, [b, c, d]).
            and_join([b, c, d], e).
            xor_split(e, [(a, data(again, yes)), (f, otherwise)]).
            final_activity(f).
            timer(d, after('PT1H')).
            multiple(b, 3, 3, 2, static).
            """;

    private static Compiled<?> net() {
        return new NetLanguage().compile("net", NET);
    }

    @Test
    void whatever_fails_the_index_is_what_the_turns_make() {
        for (long seed = 1; seed <= 25; seed++) {
            run(seed);
        }
    }

    private static void run(long seed) {
        Random random = new Random(seed);
        Rig rig = Rig.built(
                builder -> builder.projection(HistoryIndex.INSTANCE),
                settings -> settings.cachedCases(2).snapshotBytes(400),
                net());
        rig.participant("anna").participant("bob");
        List<CaseId> cases = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            if (cases.size() < 4) {
                tried(() -> rig.ask(new Command.Start("net", 0, Data.fields("again", "no"), null)));
                cases.add(CaseId.root(cases.size() + 1L));
            }
            switch (random.nextInt(12)) {
                case 0 -> rig.failCommits(1 + random.nextInt(2));
                case 1 -> rig.failReads(Table.INDEX, 1);
                case 2 -> rig.failReads(Table.EVENTS, 1);
                case 3 -> {
                    rig.failCommitsAfter(random.nextInt(3));
                    act(rig, random, cases);
                    again(rig);
                }
                case 4 -> again(rig);
                case 5 -> rig.advance(Duration.ofMinutes(random.nextInt(90)));
                default -> act(rig, random, cases);
            }
        }
        again(rig);
        assertThat(Journal.check(
                                rig.store(), PayloadCodec.PLAIN, List.of(new NetLanguage()), List.of(HistoryIndex.INSTANCE), turns -> {})
                        .findings())
                .as("seed %s", seed)
                .isEmpty();
    }

    /** An engine opens on a store that can be read. */
    private static void again(Rig rig) {
        rig.failReads(Table.INDEX, 0);
        rig.failReads(Table.EVENTS, 0);
        rig.restart(net());
    }

    /** What was ever offered of a case: some of it is gone by now, and a command to it is refused. */
    private static List<WorkItem> offered(Rig rig, CaseId id) {
        List<WorkItem> offered = new ArrayList<>();
        for (Effect effect : rig.effects()) {
            if (effect instanceof Effect.OfferWork offer && offer.work().id().caseId().equals(id)) {
                offered.add(offer.work());
            }
        }
        return offered.subList(Math.max(0, offered.size() - 5), offered.size());
    }

    private static void act(Rig rig, Random random, List<CaseId> cases) {
        if (cases.isEmpty()) {
            return;
        }
        CaseId id = cases.get(random.nextInt(cases.size()));
        // What could not be written or read is tried again later.
        rig.advance(Duration.ofSeconds(30));
        List<WorkItem> work = offered(rig, id);
        if (work.isEmpty()) {
            tried(() -> rig.ask(new Command.SuspendCase(id)));
            tried(() -> rig.ask(new Command.ResumeCase(id)));
            return;
        }
        WorkItem item = work.get(random.nextInt(work.size()));
        String value = random.nextInt(4) == 0 ? "yes" : "no";
        switch (random.nextInt(6)) {
            case 0 -> tried(() -> rig.askAs("anna", new Command.Claim(item.id())));
            case 1 -> tried(() -> rig.askAs("bob", new Command.StartWork(item.id())));
            case 2 -> tried(() -> rig.askAs("anna", new Command.Release(item.id())));
            case 3 -> tried(() -> rig.ask(new Command.ChangeData(id, "again", Data.of(value))));
            default -> tried(() -> rig.ask(new Command.Complete(item.id(), Data.nothing(), 0)));
        }
    }

    /** Whoever asks while the store fails may have to wait, and here nobody does. */
    private static void tried(Runnable asking) {
        try {
            asking.run();
        } catch (AssertionError e) {
            assertThat(e).hasMessage("no answer");
        }
    }
}

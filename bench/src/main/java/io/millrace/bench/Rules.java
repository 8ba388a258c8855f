package io.millrace.bench;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleReport;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.algebra.run.RulesLanguage;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** What rules between events cost: a residuation of the paper's Example 4, and the complete check of it and of larger sets. */
final class Rules {
    private static final int ROUNDS = 30;

    private static final String TRAVEL = """
            event s_buy flexible;
            event s_book flexible triggerable;
            event c_book flexible;
            event c_buy flexible;
            event s_cancel triggerable;
            dep D1: ~s_buy | s_book;
            dep D2: ~c_buy | c_book . c_buy;
            dep D3: ~c_book | c_buy | s_cancel;
            dep D4: ~s_cancel | c_book & ~c_buy;
            """;

    private final PrintStream out;
    private final double seconds;

    Rules(PrintStream out, double seconds) {
        this.out = out;
        this.seconds = seconds;
    }

    void run() {
        residuations();
        check("complete check of Example 4", TRAVEL);
        check("complete check of a saga of five steps", "dep trip: saga(a/ra, b/rb, c/rc, d/rd, e);");
        check("complete check of joint commitment of two", "dep joint: sojc(t1/r1, t2/r2);");
        check("complete check of joint commitment of three", "dep joint: sojc(t1/r1, t2/r2, t3/r3);");
        check("complete check of a chain of 40 events", chain(40));
        new NetCases(out, seconds).underRules(twenty());
        for (int cases : new int[] {100, 300, 1_000, 3_000}) {
            betweenCases(cases);
        }
    }

    /** Two kinds of cases that start together, whose tasks exclude each other: all that wait are decided again whenever one is through. */
    private void betweenCases(int count) {
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).settings(settings -> settings.queue(100_000)).open()) {
            for (String kind : List.of("1", "2")) {
                mill.on("t" + kind, work -> Data.fields());
                mill.deploy(new NetLanguage().compile("p" + kind, "initial_activity(t).\nfinal_activity(t).\nwork(t, handler(t)).\n".replace("(t", "(t" + kind)));
            }
            Compiled<?> rules = new RulesLanguage().compile("mutex", MUTEX);
            mill.deploy(rules);
            long begin = System.nanoTime();
            List<Case> cases = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                cases.add(mill.start("p" + (i % 2 + 1)));
            }
            for (Case each : cases) {
                while (each.info().status().isOpen()) {
                    LockSupport.parkNanos(200_000);
                }
            }
            double each = (System.nanoTime() - begin) / 1e3 / count;
            out.printf(Locale.ROOT, "mutual exclusion between %,5d cases: %,.0f µs each, from start to end%n", count, each);
        }
    }

    private static final String MUTEX = """
            across cases;
            event b1[case] on t1:start;
            event e1[case] on t1:end guaranteed;
            event b2[case] on t2:start;
            event e2[case] on t2:end guaranteed;
            dep d12: b2[y] . b1[x] | ~b1[x] | ~b2[y] | e1[x] . b2[y];
            dep d21: b1[x] . b2[y] | ~b2[y] | ~b1[x] | e2[y] . b1[x];
            assume l1: e1[x] <= b1[x];
            assume l2: e2[x] <= b2[x];
            """;

    /** Twenty rules about the starts and completions of five tasks, all of which a case keeps. */
    private static String twenty() {
        StringBuilder rules = new StringBuilder();
        int count = 0;
        for (int later = 1; later <= 5; later++) {
            for (int earlier = 1; earlier < later; earlier++) {
                rules.append("dep c").append(count++).append(": t").append(later).append(":complete <= t").append(earlier).append(":complete;\n");
                rules.append("dep n").append(count++).append(": ~t").append(later).append(":complete | t").append(earlier).append(":complete;\n");
            }
        }
        return rules.toString();
    }

    /** Walks through the run of Example 4, over and over, and asks at each step whether the next literal is accepted. */
    private void residuations() {
        RuleSet set = rules(TRAVEL);
        int[] run = Arrays.stream(new String[] {"s_buy", "s_book", "c_book", "~c_buy", "s_cancel"}).mapToInt(set::literal).toArray();
        double plain = rate(set, run, false);
        double asked = rate(set, run, true);
        out.printf(Locale.ROOT, "Example 4: %,.0f residuations a second; %,.0f when each is asked for first%n", plain, asked);
    }

    private double rate(RuleSet set, int[] run, boolean ask) {
        double best = 0;
        for (int round = 0; round < 4; round++) {
            long began = System.nanoTime();
            long until = began + (long) (seconds / 8 * 1e9);
            long done = 0;
            int refused = 0;
            while (System.nanoTime() < until) {
                for (int i = 0; i < 1_000; i++) {
                    RuleState state = set.start();
                    for (int literal : run) {
                        refused += ask && !state.accepts(literal) ? 1 : 0;
                        state = state.after(literal);
                    }
                    refused += state.broken().size();
                }
                done += 1_000L * run.length;
            }
            if (refused > 0) {
                throw new IllegalStateException("The run of Example 4 was refused.");
            }
            best = Math.max(best, done * 1e9 / (System.nanoTime() - began));
        }
        return best;
    }

    private void check(String what, String text) {
        long best = Long.MAX_VALUE;
        RuleSet set = rules(text);
        RuleReport report = set.check();
        long end = System.nanoTime() + (long) (seconds * 1e9);
        for (int round = 0; round < ROUNDS && (round < 3 || System.nanoTime() < end); round++) {
            long began = System.nanoTime();
            set = rules(text);
            report = set.check();
            long took = System.nanoTime() - began;
            best = Math.min(best, took);
        }
        String verdict = report.enforceable() == null ? "undecided" : report.enforceable() ? "enforceable" : "unenforceable";
        out.printf(Locale.ROOT, "%-46s %.1f ms (%d rules, %d events, %,d states, %s)%n",
                what, best / 1e6, set.ruleNames().size(), set.events(), report.states(), verdict);
    }

    private static RuleSet rules(String text) {
        return RuleSet.of(RuleModule.read("bench.deps", text));
    }

    private static String chain(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append("dep d").append(i).append(": ~e").append(i + 1).append(" | e").append(i).append(" . e").append(i + 1).append(";\n");
        }
        return text.toString();
    }
}

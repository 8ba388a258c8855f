package io.millrace.bench;

import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleReport;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

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
    }

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

package io.millrace.prolog;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Programs and scripts of all shapes that the language allows, and of some that it forbids: nested guards, bodies that wait
 * inside guards, deadlines, races, shared variables, failing goals.
 */
final class Generator {
    private static final String[] VALUES = {"ok", "no", "1", "7", "f(y)"};
    private static final String[] VARIABLES = {"A", "B", "C"};

    /** Ordinary predicates: one with a cut, one that leaves choice points, and two that differ in an argument. */
    private static final String PLAIN =
            """
            mem(X, [X|_]) :- !.
            mem(X, [_|Xs]) :- mem(X, Xs).
            any(X, [X|_]).
            any(X, [_|Xs]) :- any(X, Xs).
            kind(ok, good).
            kind(no, bad).
            kind(1, number).
            kind(7, number).
            two(_, ok, yes).
            two(_, no, no).
            """;

    private final Random random;
    private int local;

    Generator(long seed) {
        random = new Random(seed);
    }

    String program() {
        StringBuilder text = new StringBuilder(query());
        for (int p = 1; p <= 3; p++) {
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                local = 0;
                text.append("p%d(A, B, C) :- %s : %s.\n".formatted(p, guard(), body(p)));
            }
            if (random.nextInt(3) > 0) {
                text.append(last(p));
            }
        }
        for (int g = 1; g <= 3; g++) {
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                local = 0;
                text.append("g%d(A, B, O) :- %s.\n".formatted(g, nested(g)));
            }
        }
        return text.append(PLAIN).toString();
    }

    private String query() {
        StringBuilder goals = new StringBuilder();
        for (int i = 0; i < VARIABLES.length; i++) {
            String variable = VARIABLES[i];
            boolean shared = i == 2 && random.nextBoolean();
            goals.append(shared ? "wvar(" + variable + "), " : "rpc(s" + i + ", q" + i + ", " + variable + "), ");
        }
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            goals.append("p%d(%s, %s, %s), ".formatted(1 + random.nextInt(3), variable(), variable(), variable()));
        }
        return ":- " + goals + "true.\n";
    }

    private String last(int p) {
        String clause = switch (random.nextInt(4)) {
            case 0 -> "p%d(A, B, _) :- replycontent(A, X), replycontent(B, Y) : rpc(d9, [X,Y], N), replycontent(N, ok).\n";
            case 1 -> "p%d(_, B, _) :- 40 << replytime(B) : rpc(late, 1, N), replycontent(N, ok).\n";
            case 2 -> "p%d(A, B, _) :- replytime(B) << replytime(A) : true.\n";
            default -> "p%d(_, _, _).\n";
        };
        return clause.formatted(p);
    }

    private String guard() {
        List<String> goals = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            goals.add(test());
        }
        return String.join(", ", goals);
    }

    private String test() {
        String x = "X" + ++local;
        return switch (random.nextInt(18)) {
            case 0, 1, 2, 3 -> "replycontent(" + variable() + ", " + value() + ")";
            case 4, 5 -> "replycontent(" + variable() + ", " + x + ")";
            case 6 -> "replycontent(" + variable() + ", " + x + "), \\+ " + x + " = 1";
            case 7 -> "replycontent(" + variable() + ", " + x + "), mem(" + x + ", [1,ok])";
            case 8 -> "replytime(" + variable() + ") << replytime(" + variable() + ")";
            case 9 -> "replytime(" + variable() + ") << " + time();
            case 10 -> time() + " << replytime(" + variable() + ")";
            case 11 -> "g" + (1 + random.nextInt(3)) + "(" + variable() + ", " + variable() + ", " + x + ")";
            case 12 -> "( 1 < 2 -> replycontent(" + variable() + ", ok) ; fail )";
            case 13 -> "replytime(" + variable() + ", " + x + "), " + x + " < 20";
            case 14 -> "replycontent(" + variable() + ", " + x + "), kind(" + x + ", _)";
            case 15 -> "replycontent(" + variable() + ", " + x + "), two(0, " + x + ", _), replytime(" + variable() + ", _)";
            case 16 -> random.nextInt(6) == 0 ? "any(" + x + ", [1,2]), replycontent(" + variable() + ", " + x + ")" : "true";
            default -> random.nextInt(6) == 0 ? "messagetime(" + variable() + ", _)" : "2 > 1";
        };
    }

    /** Guards never call guards of a higher number, so that none calls itself for ever. */
    private String nested(int number) {
        String test = test();
        String inner = number > 1 && random.nextBoolean()
                ? "g" + (1 + random.nextInt(number - 1)) + "(A, B, O)"
                : "O = " + value();
        test = test.contains("g1(") || test.contains("g2(") || test.contains("g3(") ? "replycontent(A, ok)" : test;
        test = test.replace("C", "B");
        return random.nextInt(3) == 0 ? test + " : " + inner : test + ", " + inner + " : true";
    }

    /** Only the first two call the third, so that none calls itself for ever. */
    private String body(int p) {
        List<String> goals = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String n = "N" + ++local;
            goals.add(switch (random.nextInt(9)) {
                case 0, 1, 2 -> "rpc(d" + random.nextInt(4) + ", x, " + n + "), replycontent(" + n + ", " + value() + ")";
                case 3 -> p == 3 ? "true" : "rpc(d4, f(y), " + n + "), p3(" + variable() + ", " + n + ", " + variable() + ")";
                case 4 -> "rpc(d5, x, C), replycontent(C, ok)";
                case 5 -> "rpc(d6, x, " + n + ")";
                case 6 -> "two(0, ok, " + n + "), rpc(d7, " + n + ", M" + local + "), replycontent(M" + local + ", ok)";
                case 7 -> random.nextInt(5) == 0 ? "fail" : "true";
                default -> "replycontent(" + variable() + ", " + value() + ")";
            });
        }
        return goals.isEmpty() ? "true" : String.join(", ", goals);
    }

    private String variable() {
        return VARIABLES[random.nextInt(VARIABLES.length)];
    }

    private String value() {
        return VALUES[random.nextInt(VALUES.length)];
    }

    private int time() {
        return 5 * (1 + random.nextInt(8));
    }

    /** Replies in any order, some twice or too early, with clock moves between them. */
    Data script() {
        List<Data> steps = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < 14; i++) {
            time += random.nextInt(3) == 0 ? random.nextInt(12) : random.nextInt(2);
            steps.add(random.nextInt(5) == 0
                    ? Data.fields("time", time)
                    : Data.fields(
                            "time", time, "reply", 1 + random.nextInt(4 + i / 2), "content", random.nextInt(30) == 0 ? "f(X)" : value()));
        }
        return Data.of(steps);
    }
}

package io.millrace.algebra;

/** Joint commitment, written out: every rule as a dependency, as the references of the walks have it. */
final class Sojc {
    private Sojc() {}

    /** {@code sT1} is {@code t1:start} here, {@code cR2} is {@code r2:complete}. */
    static String ours(String literal) {
        return literal.replaceAll("s([TR])(\\d)", "$1$2:start").replaceAll("c([TR])(\\d)", "$1$2:complete").replace('T', 't').replace('R', 'r');
    }

    static String asMacro(int tasks) {
        StringBuilder text = new StringBuilder("dep joint: sojc(");
        for (int i = 1; i <= tasks; i++) {
            text.append(i > 1 ? ", " : "").append("t").append(i).append("/r").append(i);
        }
        return text.append(");\n").toString();
    }

    static String asDependencies(int tasks) {
        StringBuilder text = new StringBuilder();
        RuleSet set = RuleSet.of(RuleModule.read("sojc.deps", asMacro(tasks)));
        int number = 0;
        for (GroundRule rule : set.rules()) {
            text.append("dep d").append(number++).append(": ").append(rule.expr().text(set::text)).append(";\n");
        }
        return text.toString();
    }
}

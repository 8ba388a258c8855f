package io.millrace.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rules between cases: their text, and a second time what they mean for the events of all cases in the order of commits. Nothing of
 * the meaning comes from the engine.
 */
final class AcrossLaws {
    /** At which moment of a task an event occurs. */
    enum Moment {
        START,
        COMPLETE,
        END
    }

    /** What tells instances of an event apart. */
    enum Key {
        CASE,
        CUSTOMER,
        BOTH
    }

    /** An event of the rules. */
    record Kind(String name, String task, Moment moment, Key key) {
        private String declared(String how) {
            String parameters = switch (key) {
                case CASE -> "case";
                case CUSTOMER -> "customer";
                case BOTH -> "case, customer";
            };
            return "event " + name + "[" + parameters + "] on " + task + ":" + moment.name().toLowerCase(java.util.Locale.ROOT) + " " + how + ";\n";
        }
    }

    /** An instance of an event. The customer may be unknown where only the case counts. */
    record Ground(Kind kind, String caseId, @Nullable String customer) {
        String text() {
            return kind.name() + switch (kind.key()) {
                case CASE -> "[" + caseId + "]";
                case CUSTOMER -> "[" + customer + "]";
                case BOTH -> "[" + caseId + "," + customer + "]";
            };
        }

        boolean is(String name) {
            return kind.name().equals(name);
        }

        boolean sharesCustomer(Ground other) {
            return customer != null && customer.equals(other.customer);
        }

        boolean sharesCase(Ground other) {
            return caseId.equals(other.caseId);
        }
    }

    /**
     * One rule.
     *
     * @param allows whether an event may occur after these, in this order
     * @param excludedBy the instances that can never occur once this one has; a rule that excludes any forbids nothing else
     */
    private record Rule(BiPredicate<List<Ground>, Ground> allows, Function<Ground, List<String>> excludedBy) {
        /** A rule that forbids events only for a while. */
        static Rule passing(BiPredicate<List<Ground>, Ground> allows) {
            return new Rule(allows, now -> List.of());
        }

        /** A rule that forbids for ever what an event excludes. */
        static Rule lasting(Function<Ground, List<String>> excludedBy) {
            return new Rule(
                    (before, now) -> before.stream().noneMatch(each -> excludedBy.apply(each).contains(now.text())), excludedBy);
        }
    }

    private final String name;
    private final StringBuilder text = new StringBuilder("across cases;\n");
    private final List<Kind> kinds = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();

    /** @param tasks of which the rules speak */
    AcrossLaws(String name, Random random, List<String> tasks) {
        this.name = name;
        for (int i = 0, count = 1 + random.nextInt(2); i < count; i++) {
            String one = tasks.get(random.nextInt(tasks.size()));
            String other = one;
            while (other.equals(one)) {
                other = tasks.get(random.nextInt(tasks.size()));
            }
            String limit = random.nextInt(5) == 0 ? "flexible within 40s" : "flexible";
            Moment moment = random.nextBoolean() ? Moment.START : Moment.COMPLETE;
            switch (random.nextInt(6)) {
                case 0, 1 -> exclusive("x" + i, one, other, limit);
                case 2 -> alone("y" + i, one, limit);
                case 3 -> pair("z" + i, one, other, limit, moment, " <= ", true);
                case 4 -> pair("w" + i, one, other, limit, moment, " < ", false);
                default -> notBoth("v" + i, one, other, limit, moment);
            }
        }
    }

    String name() {
        return name;
    }

    String text() {
        return text.toString();
    }

    List<Kind> kinds() {
        return kinds;
    }

    boolean speaksOfCases() {
        return kinds.stream().anyMatch(kind -> kind.key() != Key.CUSTOMER);
    }

    boolean speaksOfStart(String task) {
        return kinds.stream().anyMatch(kind -> kind.task().equals(task) && kind.moment() == Moment.START);
    }

    private Kind kind(String event, String task, Moment moment, Key key, String how) {
        Kind kind = new Kind(event, task, moment, key);
        kinds.add(kind);
        text.append(kind.declared(how));
        return kind;
    }

    /** Two tasks are never active together, in whichever cases. */
    private void exclusive(String prefix, String one, String other, String limit) {
        String b1 = kind(prefix + "b1", one, Moment.START, Key.CASE, limit).name();
        String e1 = kind(prefix + "e1", one, Moment.END, Key.CASE, "guaranteed").name();
        String b2 = kind(prefix + "b2", other, Moment.START, Key.CASE, limit).name();
        String e2 = kind(prefix + "e2", other, Moment.END, Key.CASE, "guaranteed").name();
        text.append("dep %1$sone: %4$s[y] . %2$s[x] | ~%2$s[x] | ~%4$s[y] | %3$s[x] . %4$s[y];\n".formatted(prefix, b1, e1, b2))
                .append("dep %1$stwo: %2$s[x] . %3$s[y] | ~%3$s[y] | ~%2$s[x] | %4$s[y] . %2$s[x];\n".formatted(prefix, b1, b2, e2))
                .append("assume %sleave1: %s[x] <= %s[x];\n".formatted(prefix, e1, b1))
                .append("assume %sleave2: %s[y] <= %s[y];\n".formatted(prefix, e2, b2));
        rules.add(Rule.passing((before, now) ->
                !(now.is(b1) && isActive(before, now, b2, e2, false)) && !(now.is(b2) && isActive(before, now, b1, e1, false))));
    }

    private static boolean isActive(List<Ground> before, Ground now, String begun, String ended, boolean ofCustomer) {
        return before.stream()
                .filter(each -> each.is(begun) && (!ofCustomer || each.sharesCustomer(now) && !each.sharesCase(now)))
                .anyMatch(each -> before.stream().noneMatch(end -> end.is(ended) && end.sharesCase(each)));
    }

    /** Of the cases of one customer, one after the other does a task. */
    private void alone(String prefix, String task, String limit) {
        String begin = kind(prefix + "b", task, Moment.START, Key.BOTH, limit).name();
        String end = kind(prefix + "e", task, Moment.END, Key.BOTH, "guaranteed").name();
        text.append("dep %1$s: ~%2$s[x,c] | ~%2$s[y,c] | %3$s[x,c] . %2$s[y,c] | %3$s[y,c] . %2$s[x,c];\n".formatted(prefix, begin, end))
                .append("assume %sleave: %s[x,c] <= %s[x,c];\n".formatted(prefix, end, begin));
        rules.add(Rule.passing((before, now) -> !now.is(begin) || !isActive(before, now, begin, end, true)));
    }

    /** Of one customer's events, one comes only after the other; or, if both come, before it. */
    private void pair(String prefix, String one, String other, String limit, Moment moment, String sign, boolean needed) {
        String a = kind(prefix + "a", one, moment, Key.CUSTOMER, limit).name();
        String b = kind(prefix + "b", other, Moment.COMPLETE, Key.CUSTOMER, limit).name();
        text.append("dep %s: %s[c]%s%s[c];\n".formatted(prefix, a, sign, b));
        if (needed) {
            rules.add(Rule.passing((before, now) -> !now.is(a) || before.stream().anyMatch(each -> each.is(b) && each.sharesCustomer(now))));
        } else {
            rules.add(Rule.lasting(now -> now.is(b) ? List.of(a + "[" + now.customer() + "]") : List.of()));
        }
    }

    private void notBoth(String prefix, String one, String other, String limit, Moment moment) {
        String a = kind(prefix + "a", one, moment, Key.CUSTOMER, limit).name();
        String b = kind(prefix + "b", other, Moment.COMPLETE, Key.CUSTOMER, limit).name();
        text.append("dep %s: ~%s[c] | ~%s[c];\n".formatted(prefix, a, b));
        rules.add(Rule.lasting(now ->
                now.is(b) ? List.of(a + "[" + now.customer() + "]") : now.is(a) ? List.of(b + "[" + now.customer() + "]") : List.of()));
    }

    // What it means.

    /** The events of the rules that something in a case is. A case without a customer has no part in what counts customers. */
    List<Ground> of(String task, Moment moment, String caseId, @Nullable String customer) {
        return kinds.stream()
                .filter(kind -> kind.task().equals(task) && kind.moment() == moment && (kind.key() == Key.CASE || customer != null))
                .map(kind -> new Ground(kind, caseId, customer))
                .toList();
    }

    boolean allows(List<Ground> before, Ground now) {
        return before.stream().anyMatch(each -> each.text().equals(now.text())) || rules.stream().allMatch(rule -> rule.allows().test(before, now));
    }

    /** Whether an event can never occur after these. */
    boolean excludes(List<Ground> before, Ground now) {
        return before.stream().anyMatch(each -> excludedBy(each).contains(now.text()));
    }

    List<String> excludedBy(Ground now) {
        return rules.stream().flatMap(rule -> rule.excludedBy().apply(now).stream()).toList();
    }
}

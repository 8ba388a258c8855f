package io.millrace.net;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * YAWL's {@code timer(Task)} in predicates: the state of a task's timer, one of the texts {@code dormant} (not set yet), {@code active},
 * {@code closed} (the task ended before its time) and {@code expired}. The name in it is no XPath, so each call is replaced by the text it
 * stands for before the predicate is evaluated.
 */
public final class TimerCalls {
    /** What a timer that was never set is. */
    public static final String DORMANT = "dormant";

    /** A literal, which is left alone, or a call. */
    private static final Pattern PARTS =
            Pattern.compile("'[^']*'|\"[^\"]*\"|(?<![\\w:$@/.\\-])timer\\s*\\(\\s*(?:'([^']*)'|\"([^\"]*)\"|([^()'\"]*?))\\s*\\)");

    private TimerCalls() {}

    /** The tasks, by name or title, whose timers a predicate asks for. */
    public static List<String> asked(@Nullable Expression predicate) {
        List<String> asked = new ArrayList<>();
        filled(predicate, task -> {
            asked.add(task);
            return DORMANT;
        });
        return asked;
    }

    /** The predicate with the states of timers in it. */
    public static @Nullable Expression filled(@Nullable Expression predicate, UnaryOperator<String> state) {
        if (!(predicate instanceof Expression.XQuery query) || !query.text().contains("timer")) {
            return predicate;
        }
        String text = PARTS.matcher(query.text()).replaceAll(found -> {
            String task = task(found.group(1), found.group(2), found.group(3));
            return Matcher.quoteReplacement(task == null ? found.group() : "'" + state.apply(task) + "'");
        });
        return text.equals(query.text()) ? predicate : new Expression.XQuery(text, query.place());
    }

    private static @Nullable String task(@Nullable String quoted, @Nullable String doublyQuoted, @Nullable String bare) {
        return quoted != null ? quoted : doublyQuoted != null ? doublyQuoted : bare;
    }

    /** The same nets with predicates that any XPath processor reads: every timer is dormant in them. */
    public static Specification without(Specification specification) {
        if (specification.nets().stream().flatMap(net -> net.flows().stream()).allMatch(flow -> asked(flow.predicate()).isEmpty())) {
            return specification;
        }
        List<Net> nets = specification.nets().stream()
                .map(net -> new Net(
                        net.name(), net.title(), net.conditions(), net.tasks(), net.flows().stream().map(TimerCalls::without).toList(),
                        net.variables(), net.implicitTermination(), net.place()))
                .toList();
        return new Specification(
                specification.name(), nets, specification.root(), specification.orJoin(), specification.end(),
                specification.attachment(), specification.agents());
    }

    private static Flow without(Flow flow) {
        Expression filled = filled(flow.predicate(), task -> DORMANT);
        return filled == null ? flow : flow.when(filled);
    }

    /** The task of a net that a call means: by its name, or by its title as YAWL does. */
    public static @Nullable NetTask meant(Net net, String named) {
        NetTask task = net.task(named);
        return task != null
                ? task
                : net.tasks().stream().filter(each -> each.title().equals(named)).findFirst().orElse(null);
    }
}

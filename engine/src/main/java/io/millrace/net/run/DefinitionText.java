package io.millrace.net.run;

import static java.util.Map.entry;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.Bound;
import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Mapping;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.Place;
import io.millrace.net.Resourcing;
import io.millrace.net.Specification;
import io.millrace.net.Timer;
import io.millrace.net.Variable;
import io.millrace.work.Agent;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The text of a specification that was built in Java, from which its fingerprint is made. Fingerprints are stored, so the
 * words are written down here and no name of a class is among them. Of a function only its title counts.
 */
final class DefinitionText {
    private static final Map<Class<?>, String> WORDS = Map.ofEntries(
            entry(Specification.class, "Specification"),
            entry(Net.class, "Net"),
            entry(Condition.class, "Condition"),
            entry(NetTask.class, "Task"),
            entry(Flow.class, "Flow"),
            entry(Variable.class, "Variable"),
            entry(Place.class, "Place"),
            entry(Cancellation.class, "Cancellation"),
            entry(Cancellation.Arc.class, "Arc"),
            entry(Multiplicity.class, "Multiplicity"),
            entry(Multiplicity.Split.class, "Split"),
            entry(Multiplicity.Join.class, "Join"),
            entry(Bound.Exactly.class, "Exactly"),
            entry(Bound.Infinite.class, "Infinite"),
            entry(Bound.Computed.class, "Computed"),
            entry(Decomposition.Routing.class, "Routing"),
            entry(Decomposition.SubNet.class, "SubNet"),
            entry(Decomposition.Atomic.class, "Work"),
            entry(Resourcing.class, "Resourcing"),
            entry(Timer.class, "Timer"),
            entry(Timer.After.class, "After"),
            entry(Timer.At.class, "At"),
            entry(Timer.Told.class, "Told"),
            entry(Event.class, "Event"),
            entry(Mapping.class, "Mapping"),
            entry(Expression.Constant.class, "Constant"),
            entry(Expression.Variable.class, "Variable"),
            entry(Expression.Goal.class, "Goal"),
            entry(Expression.XQuery.class, "XQuery"),
            entry(Task.class, "Task"),
            entry(Doer.People.class, "People"),
            entry(Doer.Handler.class, "Handler"),
            entry(Doer.Program.class, "Program"),
            entry(Doer.Process.class, "Process"),
            entry(Performers.class, "Performers"),
            entry(Pool.class, "Pool"),
            entry(Agent.class, "Agent"),
            entry(Agent.Qualification.class, "Qualification"),
            entry(RetryPolicy.class, "RetryPolicy"),
            entry(Deadline.class, "Deadline"),
            entry(Deadline.Escalate.class, "Escalate"),
            entry(Deadline.Reassign.class, "Reassign"),
            entry(Deadline.HandOver.class, "HandOver"),
            entry(Deadline.Fail.class, "Fail"));

    /** What definitions could not have at first: those that do not have it keep their text. */
    private static final Set<String> LATER = Set.of(
            "Performers.pool", "Specification.agents", "Deadline.later", "RetryPolicy.jitter", "RetryPolicy.notRetried");

    private DefinitionText() {}

    /** What stands in a file beside the net says nothing about a specification that was built in Java. */
    static String of(Specification specification) {
        return text(specification.attach(null));
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Expression.Lambda lambda -> "Lambda[" + lambda.title() + "]";
            case Data data -> data.normal().json();
            // A double was a number at first, and definitions keep their text.
            case Shape shape -> shape.toData().normal().json().replace("\"double\"", "\"number\"");
            case Record composed -> composed(composed);
            case Set<?> set -> set.stream().map(DefinitionText::text).sorted().toList().toString();
            case List<?> list -> list.stream().map(DefinitionText::text).toList().toString();
            case Enum<?> word -> word.name();
            case String text -> text;
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            case Duration duration -> duration.toString();
            case Period period -> period.toString();
            case Instant instant -> instant.toString();
            default -> throw new IllegalStateException("no words for " + value.getClass());
        };
    }

    private static String composed(Record value) {
        String word = WORDS.get(value.getClass());
        if (word == null) {
            throw new IllegalStateException("no word for " + value.getClass());
        }
        StringJoiner components = new StringJoiner(", ", word + "[", "]");
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            Object part = of(value, component);
            if (isAbsent(part) && LATER.contains(word + "." + component.getName())) {
                continue;
            }
            components.add(component.getName() + "=" + text(part));
        }
        return components.toString();
    }

    private static boolean isAbsent(@Nullable Object part) {
        return part == null || part.equals(List.of()) || part.equals(0.0);
    }

    private static @Nullable Object of(Record value, RecordComponent component) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the components of a public record can be read", e);
        }
    }
}

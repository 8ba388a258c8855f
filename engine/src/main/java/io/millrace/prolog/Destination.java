package io.millrace.prolog;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import java.util.List;

/**
 * Who gets a message. The task is the destination, or its functor if it is compound; {@code program(Name)},
 * {@code process(Name)} and {@code handler(Name)} are done by what was registered under the name; {@code role(R)} and
 * {@code participant(P)} are for those; {@code pool(P)} and {@code pool(P, Task)} are assigned by the pool; anything else is for the participant of that name and for those with the role.
 */
final class Destination {
    private Destination() {}

    static Task task(Term destination) {
        if (destination instanceof Struct struct) {
            String functor = struct.name().name();
            String name = plain(struct.arg(0).deref());
            boolean one = struct.arity() == 1;
            if (struct.is("pool", 2)) {
                return Task.people(plain(struct.arg(1).deref())).offeredTo(Performers.pool(name));
            }
            return switch (one ? functor : "") {
                case "program" -> automatic(functor, new Doer.Program(name));
                case "handler" -> automatic(functor, new Doer.Handler(name));
                case "process" -> Task.people(functor).by(new Doer.Process(name));
                case "role" -> Task.people(functor).offeredTo(Performers.role(name));
                case "participant" -> Task.people(functor).offeredTo(Performers.participant(name));
                case "pool" -> Task.people(name).offeredTo(Performers.pool(name));
                default -> forAnyoneCalled(functor, List.of(functor, ShownTerms.text(struct)));
            };
        }
        String name = plain(destination);
        return forAnyoneCalled(name, List.of(name));
    }

    /** The rules of a task by its name: only automatic work is tried again. */
    static Task named(String task) {
        Task plain = Task.people(task);
        return task.equals("program") || task.equals("handler") ? plain.retry(RetryPolicy.DEFAULT) : plain;
    }

    static boolean isProgram(Term destination) {
        return destination instanceof Struct struct && struct.is("program", 1);
    }

    private static Task automatic(String task, Doer doer) {
        return named(task).by(doer);
    }

    private static Task forAnyoneCalled(String task, List<String> names) {
        String name = task.isBlank() ? "nameless" : task;
        return Task.people(name).offeredTo(new Performers(names, names, List.of()));
    }

    /** The name that an atom or another term gives, without quotes. */
    static String plain(Term term) {
        return term instanceof Atom atom ? atom.name() : ShownTerms.text(term);
    }
}

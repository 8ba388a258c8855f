package io.millrace.algebra.run;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.Fact;
import io.millrace.language.ProcessEvent;
import java.util.List;
import java.util.function.Function;

/** What the rules of a case have decided, or have taken notice of. */
sealed interface RulesEvent extends ProcessEvent {
    Form<Function<In, RulesEvent>> FORM = Form.first("an event of rules", RulesEvent::readFirst);

    /** A literal has occurred, {@code c_book} or {@code ~c_book}; from then on its event is decided. */
    record Decided(String literal) implements RulesEvent {}

    /** Something occurred that these rules do not permit. They are not looked at any more. */
    record Violated(String literal, List<String> rules) implements RulesEvent {
        public Violated {
            rules = List.copyOf(rules);
        }
    }

    /** A task is on its way as a work item. */
    record Offered(String task, int work) implements RulesEvent {}

    /** A task is over; it does not come again. */
    record Over(String task, Data output) implements RulesEvent {}

    /** The case waits for a signal. */
    record Listening(String signal, int ticket) implements RulesEvent {}

    /** Nobody will begin anything new. */
    record Closing() implements RulesEvent {}

    /** The case ends as soon as the rules let it. */
    record Cancelling(String reason) implements RulesEvent {}

    /** An operator has given a value to a field of the case's data. */
    record Changed(String name, Data value) implements RulesEvent {}

    /** The obligations that nobody can meet any more were told. */
    record Stuck(String obligation) implements RulesEvent {}

    @Override
    default String kind() {
        return switch (this) {
            case Decided e -> "Decided";
            case Violated e -> "Violated";
            case Offered e -> "Offered";
            case Over e -> "Over";
            case Listening e -> "Listening";
            case Closing e -> "Closing";
            case Cancelling e -> "Cancelling";
            case Changed e -> "Changed";
            case Stuck e -> "Stuck";
        };
    }

    @Override
    default Data detail() {
        return Data.of(this);
    }

    default Fact fact() {
        return switch (this) {
            case Decided e -> Fact.of("decided", e.literal());
            case Violated e -> Fact.of("violated", e.literal(), e.rules());
            case Offered e -> Fact.of("task_offered", e.task(), e.work());
            case Over e -> Fact.of("task_over", e.task());
            case Listening e -> Fact.of("listening", e.signal());
            case Closing e -> Fact.of("closing");
            case Cancelling e -> Fact.of("cancelling", e.reason());
            case Changed e -> Fact.of("changed", e.name(), e.value());
            case Stuck e -> Fact.of("stuck", e.obligation());
        };
    }

    /** What an event means to people, or nothing. */
    static String described(ProcessEvent event) {
        return switch (event) {
            case Decided e -> e.literal().startsWith("~") ? e.literal().substring(1) + " will not happen" : e.literal() + " happens";
            case Violated e -> e.literal() + " breaks " + String.join(", ", e.rules());
            case Closing e -> "nothing new is begun";
            case Cancelling e -> "the case ends as soon as the rules permit it";
            case Stuck e -> "no event can satisfy " + e.obligation();
            default -> "";
        };
    }

    @Override
    default void write(Out out) {
        FORM.begin(out);
        switch (this) {
            case Decided e -> out.u8(1).text(e.literal());
            case Violated e -> out.u8(2).text(e.literal()).each(e.rules(), Out::text);
            case Offered e -> out.u8(3).text(e.task()).varint(e.work());
            case Over e -> out.u8(4).text(e.task()).data(e.output());
            case Listening e -> out.u8(5).text(e.signal()).varint(e.ticket());
            case Closing e -> out.u8(6);
            case Cancelling e -> out.u8(7).text(e.reason());
            case Changed e -> out.u8(8).text(e.name()).data(e.value());
            case Stuck e -> out.u8(9).text(e.obligation());
        }
    }

    static RulesEvent read(In in) {
        return FORM.reader(in).apply(in);
    }

    private static RulesEvent readFirst(In in) {
        int tag = in.u8();
        return switch (tag) {
            case 1 -> new Decided(in.text());
            case 2 -> new Violated(in.text(), in.each(In::text));
            case 3 -> new Offered(in.text(), in.varint32());
            case 4 -> new Over(in.text(), in.data());
            case 5 -> new Listening(in.text(), in.varint32());
            case 6 -> new Closing();
            case 7 -> new Cancelling(in.text());
            case 8 -> new Changed(in.text(), in.data());
            case 9 -> new Stuck(in.text());
            default -> throw in.damaged("event of rules of kind " + tag);
        };
    }
}

package io.millrace.algebra.run;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.language.Fact;
import io.millrace.language.ProcessEvent;
import io.millrace.work.WorkCodec;
import java.util.List;
import java.util.function.Function;

/** What the case of rules between cases has decided. */
sealed interface AcrossEvent extends ProcessEvent {
    Form<Function<In, AcrossEvent>> FORM = Form.first("an event of rules between cases", AcrossEvent::readFirst);

    /** A case wants something to happen. */
    record Wanted(CaseId by, int attempt, List<String> literals) implements AcrossEvent {
        public Wanted {
            literals = List.copyOf(literals);
        }
    }

    /** It may happen; until it has, nothing that could matter to it is decided. */
    record Granted(CaseId by, int attempt) implements AcrossEvent {}

    /** It never will. */
    record Denied(CaseId by, int attempt, String reason) implements AcrossEvent {}

    /** The case does not want it any more. */
    record Dropped(CaseId by, int attempt) implements AcrossEvent {}

    /** A literal has occurred. */
    record Decided(String literal) implements AcrossEvent {}

    /** Something occurred that rules do not permit. */
    record Violated(String literal, List<String> rules) implements AcrossEvent {
        public Violated {
            rules = List.copyOf(rules);
        }
    }

    /** A work item is the next execution of its task in a case: the first one is number 0. */
    record Counted(CaseId by, String task, int work) implements AcrossEvent {}

    /** A case has ended: nothing more happens with its constant. */
    record Forgotten(String constant) implements AcrossEvent {}

    @Override
    default String kind() {
        return switch (this) {
            case Wanted e -> "Wanted";
            case Granted e -> "Granted";
            case Denied e -> "Denied";
            case Dropped e -> "Dropped";
            case Decided e -> "Decided";
            case Violated e -> "Violated";
            case Forgotten e -> "Forgotten";
            case Counted e -> "Counted";
        };
    }

    @Override
    default Data detail() {
        return switch (this) {
            case Wanted e -> Data.fields("case", e.by().toString(), "attempt", e.attempt(), "literals", e.literals());
            case Granted e -> Data.fields("case", e.by().toString(), "attempt", e.attempt());
            case Denied e -> Data.fields("case", e.by().toString(), "attempt", e.attempt(), "reason", e.reason());
            case Dropped e -> Data.fields("case", e.by().toString(), "attempt", e.attempt());
            case Counted e -> Data.fields("case", e.by().toString(), "task", e.task(), "work", e.work());
            case AcrossEvent other -> Data.of(other);
        };
    }

    default Fact fact() {
        return switch (this) {
            case Wanted e -> Fact.of("wanted", e.literals(), e.by().toString());
            case Granted e -> Fact.of("granted", e.by().toString(), e.attempt());
            case Denied e -> Fact.of("denied", e.by().toString(), e.reason());
            case Dropped e -> Fact.of("unwanted", e.by().toString(), e.attempt());
            case Decided e -> Fact.of("decided", e.literal());
            case Violated e -> Fact.of("violated", e.literal(), e.rules());
            case Forgotten e -> Fact.of("forgotten", e.constant());
            case Counted e -> Fact.of("counted", e.task(), e.work(), e.by().toString());
        };
    }

    @Override
    default void write(Out out) {
        FORM.begin(out);
        switch (this) {
            case Wanted e -> key(out.u8(1), e.by(), e.attempt()).each(e.literals(), Out::text);
            case Granted e -> key(out.u8(2), e.by(), e.attempt());
            case Denied e -> key(out.u8(3), e.by(), e.attempt()).text(e.reason());
            case Dropped e -> key(out.u8(4), e.by(), e.attempt());
            case Decided e -> out.u8(5).text(e.literal());
            case Violated e -> out.u8(6).text(e.literal()).each(e.rules(), Out::text);
            case Forgotten e -> out.u8(7).text(e.constant());
            case Counted e -> key(out.u8(8), e.by(), e.work()).text(e.task());
        }
    }

    private static Out key(Out out, CaseId by, int number) {
        WorkCodec.write(out, by);
        return out.varint(number);
    }

    static AcrossEvent read(In in) {
        return FORM.reader(in).apply(in);
    }

    private static AcrossEvent readFirst(In in) {
        int tag = in.u8();
        return switch (tag) {
            case 1 -> new Wanted(WorkCodec.readCaseId(in), in.varint32(), in.each(In::text));
            case 2 -> new Granted(WorkCodec.readCaseId(in), in.varint32());
            case 3 -> new Denied(WorkCodec.readCaseId(in), in.varint32(), in.text());
            case 4 -> new Dropped(WorkCodec.readCaseId(in), in.varint32());
            case 5 -> new Decided(in.text());
            case 6 -> new Violated(in.text(), in.each(In::text));
            case 7 -> new Forgotten(in.text());
            case 8 -> {
                CaseId by = WorkCodec.readCaseId(in);
                int work = in.varint32();
                yield new Counted(by, in.text(), work);
            }
            default -> throw in.damaged("event of rules between cases of kind " + tag);
        };
    }
}

package io.millrace.algebra.run;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.EventReader;
import io.millrace.language.ProcessEvent;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What is recorded in a case of a process under rules: decisions of the process, and of the rules. */
sealed interface RuledEvent extends ProcessEvent {
    Form<BiFunction<In, Reader, RuledEvent>> FORM = Form.first("an event under rules", RuledEvent::readFirst);

    /** Reads an event of the process, given the name of its language. */
    interface Reader {
        ProcessEvent read(String language, In in);
    }

    /** The event inside. */
    ProcessEvent inner();

    record OfRules(RulesEvent inner) implements RuledEvent {}

    /** @param language by which the event can be read without its process */
    record OfProcess(String language, ProcessEvent inner) implements RuledEvent {}

    /** The process wants to end; the rules may have something to do before. */
    record Ending(How how, Data outcome) implements RuledEvent {
        /** In which way. */
        enum How {
            COMPLETED(0),
            FAILED(1),
            CANCELLED(2);

            /** Part of the stored form. */
            final int code;

            How(int code) {
                this.code = code;
            }

            static How read(In in) {
                int code = in.u8();
                for (How each : values()) {
                    if (each.code == code) {
                        return each;
                    }
                }
                throw in.damaged("end of kind " + code);
            }
        }

        @Override
        public ProcessEvent inner() {
            return this;
        }

        @Override
        public String kind() {
            return "Ending";
        }

        @Override
        public Data detail() {
            return Data.fields("how", how.name(), "outcome", outcome);
        }
    }

    @Override
    default String kind() {
        return inner().kind();
    }

    @Override
    default Data detail() {
        return inner().detail();
    }

    @Override
    default Data detail(List<String> places) {
        return this instanceof OfProcess e ? e.inner().detail(places) : detail();
    }

    @Override
    default @Nullable String awaits(int timer, List<String> places) {
        return this instanceof OfProcess e ? e.inner().awaits(timer, places) : null;
    }

    @Override
    default void write(Out out) {
        FORM.begin(out);
        switch (this) {
            case OfRules e -> e.inner().write(out.u8(1));
            case OfProcess e -> e.inner().write(out.u8(2).text(e.language()));
            case Ending e -> out.u8(3).u8(e.how().code).data(e.outcome());
        }
    }

    static RuledEvent read(In in, Reader reader) {
        return FORM.reader(in).apply(in, reader);
    }

    private static RuledEvent readFirst(In in, Reader reader) {
        int tag = in.u8();
        return switch (tag) {
            case 1 -> new OfRules(RulesEvent.read(in));
            case 2 -> {
                String language = in.name();
                yield new OfProcess(language, reader.read(language, in));
            }
            case 3 -> new Ending(Ending.How.read(in), in.data());
            default -> throw in.damaged("event under rules of kind " + tag);
        };
    }

    /** Reads such events where the process is not at hand. */
    final class Events implements EventReader {
        @Override
        public String language() {
            return RuledLanguage.NAME;
        }

        @Override
        public ProcessEvent read(In in) {
            return RuledEvent.read(in, (language, from) -> {
                for (EventReader reader : ServiceLoader.load(EventReader.class)) {
                    if (reader.language().equals(language)) {
                        return reader.read(from);
                    }
                }
                throw from.damaged("an event of " + language + ", which is not here");
            });
        }
    }
}

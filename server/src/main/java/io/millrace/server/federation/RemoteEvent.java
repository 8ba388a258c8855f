package io.millrace.server.federation;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.ProcessEvent;

/** What a case that another engine carries out has decided. */
sealed interface RemoteEvent extends ProcessEvent {
    /**
     * The other engine is asked to start a case.
     *
     * @param key by which the other engine recognises a repeat
     * @param work the work item that asks it
     */
    record Requested(String engine, String key, int work) implements RemoteEvent {}

    /**
     * The other engine has started the case.
     *
     * @param remote the case there
     * @param work the work item that waits for its result
     */
    record Accepted(String engine, String remote, int work) implements RemoteEvent {}

    /**
     * The result is not wanted any more: the other engine is asked to cancel its case.
     *
     * @param ending how the case here ends then
     * @param value its result, or the reason of its end
     * @param work the work item that asks for it
     */
    record Recalled(String engine, Ending ending, Data value, int work) implements RemoteEvent {}

    /** How a case ends whose remote case is taken back. The numbers are stored. */
    enum Ending {
        COMPLETED(1, "completed"),
        FAILED(2, "failed"),
        CANCELLED(3, "cancelled");

        final int number;
        final String word;

        Ending(int number, String word) {
            this.number = number;
            this.word = word;
        }

        static Ending read(In in) {
            int number = in.u8();
            for (Ending each : values()) {
                if (each.number == number) {
                    return each;
                }
            }
            throw in.damaged("ending " + number);
        }
    }

    @Override
    default String kind() {
        return switch (this) {
            case Requested e -> "RemoteCaseRequested";
            case Accepted e -> "RemoteCaseAccepted";
            case Recalled e -> "RemoteCaseRecalled";
        };
    }

    @Override
    default Data detail() {
        return switch (this) {
            case Requested e -> Data.fields("engine", e.engine(), "key", e.key());
            case Accepted e -> Data.fields("engine", e.engine(), "case", e.remote());
            case Recalled e -> Data.fields("engine", e.engine(), "ending", e.ending().word, "value", e.value());
        };
    }

    @Override
    default void write(Out out) {
        switch (this) {
            case Requested e -> out.u8(1).text(e.engine()).text(e.key()).varint(e.work());
            case Accepted e -> out.u8(2).text(e.engine()).text(e.remote()).varint(e.work());
            case Recalled e -> out.u8(3).text(e.engine()).u8(e.ending().number).data(e.value()).varint(e.work());
        }
    }

    static RemoteEvent read(In in) {
        int tag = in.u8();
        return switch (tag) {
            case 1 -> new Requested(in.text(), in.text(), in.varint32());
            case 2 -> new Accepted(in.text(), in.text(), in.varint32());
            case 3 -> new Recalled(in.text(), Ending.read(in), in.data(), in.varint32());
            default -> throw in.damaged("event of a remote process of kind " + tag);
        };
    }
}

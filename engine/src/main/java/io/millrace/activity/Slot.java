package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;

/** The content of a slot. Objects are never stored: a slot holds the name of an object. Immutable. */
public sealed interface Slot {
    /** A value. */
    record Value(Data data) implements Slot {}

    /** The name of an object that is bound to the engine. */
    record Bound(String object) implements Slot {}

    /** A value that is still missing: the future result of a work item. */
    record Future(int work, String message) implements Slot {}

    /** A value that can never come, because its work failed. */
    record Broken(String reason) implements Slot {}

    /** The content as data, for people. */
    default Data shown() {
        return switch (this) {
            case Value value -> value.data();
            case Bound bound -> Data.of(bound.object());
            case Future future -> Data.fields("future", future.message());
            case Broken broken -> Data.fields("failed", broken.reason());
        };
    }

    /** Writes the stored form. */
    default void write(Out out) {
        switch (this) {
            case Value value -> out.u8(0).data(value.data());
            case Bound bound -> out.u8(1).text(bound.object());
            case Future future -> out.u8(2).varint(future.work()).text(future.message());
            case Broken broken -> out.u8(3).text(broken.reason());
        }
    }

    /** Reads the stored form. */
    static Slot read(In in) {
        int tag = in.u8();
        return switch (tag) {
            case 0 -> new Value(in.data());
            case 1 -> new Bound(in.name());
            case 2 -> new Future(in.varint32(), in.name());
            case 3 -> new Broken(in.text());
            default -> throw in.damaged("slot of kind " + tag);
        };
    }
}

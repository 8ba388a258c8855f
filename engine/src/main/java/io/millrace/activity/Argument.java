package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.work.BoundObject;

/** A value that an activity passes on: written in the definition, read from a slot, or left to be read later. */
sealed interface Argument {
    record Constant(Data value) implements Argument {}

    /** The value at a path; whoever passes it waits until it is there. */
    record Read(String path) implements Argument {}

    /**
     * The value of a slot that need not be there yet: whoever receives it waits when it looks inside. Only slots of the
     * case can be looked into from outside; for a slot that belongs to a flow, the flow waits.
     */
    record Later(String slot) implements Argument {}

    /** A text of an argument list names a slot; anything else is a constant. */
    static Argument of(Object argument) {
        return argument instanceof Argument given
                ? given
                : argument instanceof String path ? new Read(path) : new Constant(Data.of(argument));
    }

    default Data value(Enactment enactment) {
        return switch (this) {
            case Constant constant -> constant.value();
            case Read read -> enactment.at(read.path());
            case Later later -> enactment.at(later.slot());
        };
    }

    /** The value, where there must be one. */
    default Data needed(Enactment enactment) {
        return this instanceof Read read ? enactment.need(read.path()) : value(enactment);
    }

    /** The argument as a message carries it: its value, or where the receiver finds it later. */
    default Data passed(Enactment enactment) {
        return this instanceof Later later
                        && enactment.slot(later.slot()) instanceof Slot.Future
                        && !enactment.isLocal(later.slot())
                ? BoundObject.later(later.slot())
                : BoundObject.value(value(enactment));
    }

    default Data describe() {
        return switch (this) {
            case Constant constant -> Data.fields("constant", constant.value());
            case Read read -> Data.of(read.path());
            case Later later -> Data.fields("later", later.slot());
        };
    }

    /** A value as a key: a text is itself, anything else its JSON. */
    static String plain(Data value) {
        return value instanceof Data.Text text ? text.value() : value.isNothing() ? "" : value.json();
    }
}

package io.millrace.net;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task of a net: an element of T in Definition 1. Immutable; methods with an argument return changed copies.
 *
 * @param name unique in its net
 * @param title its title for people
 * @param join how it joins what comes in
 * @param split how it splits what goes out
 * @param cancels what it empties on exit
 * @param multiplicity how many instances it has, or null for a single one
 * @param decomposition its implementation
 * @param timer its time, or null
 * @param event the signal it waits for, or null
 * @param inputs the inputs of each instance
 * @param outputs the values that the net's variables get from the result
 * @param place where it stands in its file
 */
public record NetTask(
        String name,
        String title,
        Junction join,
        Junction split,
        Cancellation cancels,
        @Nullable Multiplicity multiplicity,
        Decomposition decomposition,
        @Nullable Timer timer,
        @Nullable Event event,
        List<Mapping> inputs,
        List<Mapping> outputs,
        @Nullable Place place)
        implements Node {

    public NetTask {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /** A task that only routes; its join is XOR and its split AND, which mean nothing with one way in and out. */
    public static NetTask named(String name) {
        return new NetTask(name, name, Junction.XOR, Junction.AND, Cancellation.NONE, null, Decomposition.routing(), null, null, List.of(), List.of(), null);
    }

    /** A copy with another title for people. */
    public NetTask titled(String title) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with another kind of join. */
    public NetTask join(Junction join) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with another kind of split. */
    public NetTask split(Junction split) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with another cancellation set, which replaces the old one; {@link Cancellation#and} unites two. */
    public NetTask cancels(Cancellation cancels) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with several instances, or with a single one for null. */
    public NetTask multiple(@Nullable Multiplicity multiplicity) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with another implementation: work, a sub-net, or only routing. */
    public NetTask by(Decomposition decomposition) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with another timer, or without one for null. */
    public NetTask timer(@Nullable Timer timer) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy that waits for a signal, or for none if null. */
    public NetTask event(@Nullable Event event) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with other input mappings, which replace the old ones. */
    public NetTask inputs(List<Mapping> inputs) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with other output mappings, which replace the old ones. */
    public NetTask outputs(List<Mapping> outputs) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** A copy with another place in a file, or with none for null. */
    public NetTask at(@Nullable Place place) {
        return new NetTask(name, title, join, split, cancels, multiplicity, decomposition, timer, event, inputs, outputs, place);
    }

    /** Whether each instance of the task is a case of another net. */
    public boolean isComposite() {
        return decomposition instanceof Decomposition.SubNet;
    }
}

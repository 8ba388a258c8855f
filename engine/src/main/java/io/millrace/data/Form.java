package io.millrace.data;

import java.util.HashMap;
import java.util.Map;

/**
 * The form of one stored family: its name, the version that is written, and a reader for each version that was ever written. The version is
 * the first byte. Readers are kept as long as journals exist: each reader converts its version to the current one, which is the only one
 * that the core knows.
 *
 * @param <R> what a reader is: a function of the bytes and of what else must be known
 */
public final class Form<R> {
    private final String name;
    private final int version;
    private final Map<Integer, R> readers;

    private Form(String name, int version, Map<Integer, R> readers) {
        this.name = name;
        this.version = version;
        this.readers = Map.copyOf(readers);
    }

    /**
     * A form that has one version so far.
     *
     * @param name the family, as errors name it: "a turn"
     */
    public static <R> Form<R> first(String name, R reader) {
        return new Form<>(name, 1, Map.of(1, reader));
    }

    /** The form with its next version, which is written from now on. Earlier ones are still read. */
    public Form<R> next(R reader) {
        Map<Integer, R> all = new HashMap<>(readers);
        all.put(version + 1, reader);
        return new Form<>(name, version + 1, all);
    }

    /** The family, as errors name it. */
    public String name() {
        return name;
    }

    /** The version that is written. */
    public int version() {
        return version;
    }

    /** Writes the version; what follows is in the form of that version. */
    public Out begin(Out out) {
        return out.u8(version);
    }

    /** Reads the version and returns the reader for the following bytes. */
    public R reader(In in) {
        int found = in.u8();
        R reader = readers.get(found);
        if (reader == null) {
            throw in.damaged(name + " of form " + found);
        }
        return reader;
    }
}

package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.Fact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An event or a fluent of one case or entity, without naming that: whoever reads it knows whose it is.
 *
 * @param rest the arguments beside the case
 * @param at where among the arguments the case stands, or {@link #NOWHERE}
 */
record Said(String name, List<Data> rest, int at) {
    static final int NOWHERE = -1;

    /** The case is the last argument. */
    static Said of(String name, Data... rest) {
        return new Said(name, Arrays.asList(rest), rest.length);
    }

    /** The case is the first argument. */
    static Said first(String name, Data... rest) {
        return new Said(name, Arrays.asList(rest), 0);
    }

    /** It does not speak of a case. */
    static Said whole(String name, Data... rest) {
        return new Said(name, Arrays.asList(rest), NOWHERE);
    }

    static Said of(Fact fact) {
        int at = fact.isWhole() ? NOWHERE : fact.name().equals(Fact.DATA) ? 0 : fact.arguments().size();
        return new Said(fact.name(), fact.arguments(), at);
    }

    /** As that of every record, which is slower than it has to be where every turn compares what held with what holds. */
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Said said) || at != said.at || rest.size() != said.rest.size() || !name.equals(said.name)) {
            return false;
        }
        for (int i = 0; i < rest.size(); i++) {
            if (!rest.get(i).equals(said.rest.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * name.hashCode() + rest.hashCode()) + at;
    }

    int arity() {
        return rest.size() + (at == NOWHERE ? 0 : 1);
    }

    /** All arguments, with the case in its place. */
    List<Data> arguments(Data owner) {
        if (at == NOWHERE) {
            return rest;
        }
        List<Data> all = new ArrayList<>(rest.size() + 1);
        all.addAll(rest);
        all.add(at, owner);
        return all;
    }

    /** The same with values that are not too large for the index. */
    Said bounded() {
        for (int i = 0; i < rest.size(); i++) {
            if (Bounded.isLarge(rest.get(i))) {
                return new Said(name, rest.stream().map(Bounded::of).toList(), at);
            }
        }
        return this;
    }

    Out write(Out out) {
        out.text(name).varint(at + 1L).varint(rest.size());
        for (int i = 0; i < rest.size(); i++) {
            out.data(rest.get(i));
        }
        return out;
    }

    static Said read(In in) {
        return read(in.name(), in);
    }

    /** Reads what follows the name. */
    static Said read(String name, In in) {
        int at = in.varint32() - 1;
        Data[] rest = new Data[in.count()];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = in.data();
        }
        return new Said(name, Arrays.asList(rest), at);
    }
}

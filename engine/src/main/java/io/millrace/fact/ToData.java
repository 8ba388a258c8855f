package io.millrace.fact;

import io.millrace.data.Data;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes data of ground terms. A term that is deeper than data may be is refused before the stack is in danger. */
final class ToData {
    private ToData() {}

    static Data of(Term term) throws NoDataException {
        return convert(term, 0);
    }

    private static Data convert(Term given, int depth) throws NoDataException {
        if (depth > Data.MAX_DEPTH) {
            throw new NoDataException("it is nested more than " + Data.MAX_DEPTH + " deep");
        }
        return switch (given.deref()) {
            case Var variable -> throw new NoDataException("it is not ground");
            case Int number -> Data.Num.of(number.value());
            case Big number -> number(new BigDecimal(number.value()));
            case Real real -> real(real.value());
            case Atom atom -> atom(atom.name());
            case Str string ->
                Forms.TAKEN.contains(string.value())
                        ? Data.Text.of(string.value())
                        : Data.fields(Forms.STRING, string.value());
            case Struct struct -> compound(struct, depth);
        };
    }

    private static Data number(BigDecimal value) throws NoDataException {
        try {
            return Data.Num.of(value);
        } catch (IllegalArgumentException e) {
            throw new NoDataException("a number in it is too large");
        }
    }

    private static Data real(double value) throws NoDataException {
        if (!Double.isFinite(value)) {
            throw new NoDataException("a number in it is not finite");
        }
        String text = Double.toString(value);
        return Forms.isWhole(value) ? Data.fields(Forms.FLOAT, text) : number(new BigDecimal(text));
    }

    private static Data atom(String name) {
        return switch (name) {
            case "true" -> Data.Truth.of(true);
            case "false" -> Data.Truth.of(false);
            case "null" -> Data.nothing();
            case "[]" -> Data.items();
            case "{}" -> Data.fields();
            default -> Data.Text.of(name);
        };
    }

    private static Data compound(Struct struct, int depth) throws NoDataException {
        if (struct.is(".", 2)) {
            List<Data> items = items(struct, depth);
            return items == null ? functor(struct, depth) : Data.of(items);
        }
        if (struct.is("{}", 1)) {
            Data fields = fields(struct.arg(0), depth);
            return fields == null ? functor(struct, depth) : fields;
        }
        if (struct.is("decimal", 1)) {
            BigDecimal decimal = Forms.decimal(struct.arg(0).deref());
            return decimal == null ? functor(struct, depth) : number(decimal);
        }
        return struct.is("file", 3) && isFile(struct) ? file(struct) : functor(struct, depth);
    }

    private static Data functor(Struct struct, int depth) throws NoDataException {
        List<Data> arguments = new ArrayList<>(struct.arity());
        for (int i = 0; i < struct.arity(); i++) {
            arguments.add(convert(struct.arg(i), depth + 2));
        }
        return Data.fields(struct.name().name() + "/" + struct.arity(), arguments);
    }

    /** The elements of a list, or null if it does not end as a list does. */
    private static @Nullable List<Data> items(Struct list, int depth) throws NoDataException {
        Term end = list;
        while (end instanceof Struct cell && cell.is(".", 2)) {
            end = cell.arg(1).deref();
        }
        if (!end.equals(Forms.EMPTY_LIST)) {
            return null;
        }
        List<Data> items = new ArrayList<>();
        for (Term at = list; at instanceof Struct cell; at = cell.arg(1).deref()) {
            items.add(convert(cell.arg(0), depth + 1));
        }
        return items;
    }

    /** The fields {@code name = value, …}, or null if that is not what is there. */
    private static @Nullable Data fields(Term pairs, int depth) throws NoDataException {
        Map<String, Data> fields = new LinkedHashMap<>();
        Term at = pairs.deref();
        while (at instanceof Struct conjunction && conjunction.is(",", 2)) {
            if (!field(conjunction.arg(0).deref(), fields, depth)) {
                return null;
            }
            at = conjunction.arg(1).deref();
        }
        return field(at, fields, depth) && !Forms.special(fields) ? Data.Fields.of(fields) : null;
    }

    private static boolean field(Term pair, Map<String, Data> fields, int depth) throws NoDataException {
        if (!(pair instanceof Struct struct && struct.is("=", 2) && struct.arg(0).deref() instanceof Atom name)
                || fields.containsKey(name.name())) {
            return false;
        }
        fields.put(name.name(), convert(struct.arg(1), depth + 1));
        return true;
    }

    private static boolean isFile(Struct struct) {
        return struct.arg(0).deref() instanceof Atom name
                && !Forms.TAKEN.contains(name.name())
                && struct.arg(1).deref() instanceof Atom hash
                && Forms.isHash(hash.name())
                && struct.arg(2).deref() instanceof Int bytes
                && bytes.value() >= 0;
    }

    private static Data file(Struct struct) throws NoDataException {
        return Data.fields("file", of(struct.arg(1)), "name", of(struct.arg(0)), "bytes", of(struct.arg(2)));
    }
}

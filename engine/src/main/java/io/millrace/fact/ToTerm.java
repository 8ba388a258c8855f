package io.millrace.fact;

import io.millrace.data.Data;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.List;
import java.util.Map;

/** Makes terms of data. Data is never deep, so this may recurse. */
final class ToTerm {
    private static final Atom PAIR = Atom.of("=");
    private static final Atom CONJUNCTION = Atom.of(",");

    private ToTerm() {}

    static Term of(Data data) {
        return switch (data) {
            case Data.Nothing nothing -> Forms.NULL;
            case Data.Truth truth -> truth.value() ? Forms.TRUE : Forms.FALSE;
            case Data.Num number -> number(number);
            case Data.Text text -> Forms.TAKEN.contains(text.value()) ? Str.of(text.value()) : Atom.of(text.value());
            case Data.Items items -> Lists.of(terms(items.asList()));
            case Data.Fields fields -> fields(fields.asMap());
        };
    }

    private static Term[] terms(List<Data> items) {
        return items.stream().map(ToTerm::of).toArray(Term[]::new);
    }

    private static Term number(Data.Num number) {
        if (number.isLong()) {
            return Int.of(number.longValue());
        }
        if (number.isWhole()) {
            return Numbers.integer(number.decimal().toBigIntegerExact());
        }
        Double exact = Forms.exactFloat(number.decimal());
        return exact == null ? Struct.of("decimal", Atom.of(number.decimal().stripTrailingZeros().toString())) : Real.of(exact);
    }

    private static Term fields(Map<String, Data> fields) {
        if (fields.isEmpty()) {
            return Forms.EMPTY_FIELDS;
        }
        return Forms.special(fields) ? special(fields) : Struct.of(Forms.EMPTY_FIELDS, pairs(fields));
    }

    private static Term special(Map<String, Data> fields) {
        if (fields.size() == 3) {
            return Struct.of("file", of(field(fields, "name")), of(field(fields, "file")), of(field(fields, "bytes")));
        }
        var only = fields.entrySet().iterator().next();
        return switch (only.getKey()) {
            case Forms.STRING -> Str.of(only.getValue().text());
            case Forms.FLOAT -> Real.of(Double.parseDouble(only.getValue().text()));
            default -> Struct.of(Forms.name(only.getKey()), terms(only.getValue().asList()));
        };
    }

    private static Data field(Map<String, Data> fields, String name) {
        return fields.getOrDefault(name, Data.nothing());
    }

    private static Term pairs(Map<String, Data> fields) {
        List<Term> pairs = fields.entrySet().stream()
                .<Term>map(field -> Struct.of(PAIR, Atom.of(field.getKey()), of(field.getValue())))
                .toList();
        Term conjunction = pairs.getLast();
        for (Term pair : pairs.subList(0, pairs.size() - 1).reversed()) {
            conjunction = Struct.of(CONJUNCTION, pair, conjunction);
        }
        return conjunction;
    }
}

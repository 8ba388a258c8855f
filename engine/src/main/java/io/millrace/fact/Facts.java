package io.millrace.fact;

import io.millrace.data.Data;
import io.millrace.logic.term.Term;

/**
 * Converts between terms and data.
 *
 * <pre>
 *  true false null            ↔  true, false, null
 *  42  -7.25                  ↔  numbers; a float without a fraction is {"float/0": "2.0"}
 *  ok  'Mrs O''Neil'          ↔  texts
 *  [a, 1]  []                 ↔  lists
 *  {name = anna, age = 7}  {} ↔  fields
 *  marks(anna, 70)            ↔  {"marks/2": ["anna", 70]}
 *  file(Name, Hash, Bytes)    ↔  {"file": hash, "name": name, "bytes": bytes}, a file of the engine
 *  "a string"                 ↔  {"string/0": "a string"}
 * </pre>
 *
 * A ground term comes back as it was. So does data, unless its only field is named as a functor with its arity although a
 * shorter form exists. The five texts {@code true, false, null, [], {}} are strings as terms, and a decimal number that no
 * float holds exactly is {@code decimal('0.1000000000000000000001')}.
 */
public final class Facts {
    private Facts() {}

    /**
     * Converts a ground term to data.
     *
     * @throws NoDataException if it is not ground, or has no form as data because of its depth or the size of a number
     */
    public static Data data(Term term) throws NoDataException {
        return ToData.of(term);
    }

    /** Converts data to a ground term. */
    public static Term term(Data data) {
        return ToTerm.of(data);
    }
}

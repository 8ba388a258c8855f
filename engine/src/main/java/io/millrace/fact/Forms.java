package io.millrace.fact;

import io.millrace.data.Data;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Term;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The forms of data that stand for something else than themselves. */
final class Forms {
    static final String STRING = "string/0";
    static final String FLOAT = "float/0";
    static final Atom EMPTY_LIST = Atom.of("[]");
    static final Atom EMPTY_FIELDS = Atom.of("{}");
    static final Atom TRUE = Atom.of("true");
    static final Atom FALSE = Atom.of("false");
    static final Atom NULL = Atom.of("null");

    /** Names of atoms that stand for something else than a text. */
    static final Set<String> TAKEN = Set.of("true", "false", "null", "[]", "{}");

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private Forms() {}

    /** How many arguments the key of a compound term speaks of, or 0 if it is no such key. */
    static int arity(String key) {
        int slash = key.lastIndexOf('/');
        String digits = key.substring(slash + 1);
        boolean number = slash >= 0
                && !digits.isEmpty()
                && digits.length() < 8
                && digits.charAt(0) != '0'
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? Integer.parseInt(digits) : 0;
    }

    static String name(String key) {
        return key.substring(0, key.lastIndexOf('/'));
    }

    /** Whether fields stand for a compound term, a string, a float or a file rather than for fields. */
    static boolean special(Map<String, Data> fields) {
        if (fields.size() == 3) {
            return isFile(fields);
        }
        if (fields.size() != 1) {
            return false;
        }
        var only = fields.entrySet().iterator().next();
        return switch (only.getKey()) {
            case STRING -> only.getValue() instanceof Data.Text;
            case FLOAT -> only.getValue() instanceof Data.Text text && isFloat(text.value());
            default -> isCompound(only.getKey(), only.getValue());
        };
    }

    static boolean isCompound(String key, Data value) {
        int arity = arity(key);
        return arity > 0 && value instanceof Data.Items items && items.asList().size() == arity;
    }

    static boolean isFile(Map<String, Data> fields) {
        return fields.get("file") instanceof Data.Text hash
                && isHash(hash.value())
                && fields.get("name") instanceof Data.Text name
                && !TAKEN.contains(name.value())
                && fields.get("bytes") instanceof Data.Num bytes
                && bytes.isLong()
                && bytes.longValue() >= 0;
    }

    static boolean isHash(String text) {
        return HASH.matcher(text).matches();
    }

    /** A float is written as it prints, so that it is the same one when it is read. */
    static boolean isFloat(String text) {
        try {
            double value = Double.parseDouble(text);
            return Double.isFinite(value) && Double.toString(value).equals(text) && isWhole(value);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether a float looks like an integer among data, where 1.0 is 1. */
    static boolean isWhole(double value) {
        return value == Math.rint(value);
    }

    /** The float that is exactly this decimal number as people write it, or null. */
    static @Nullable Double exactFloat(BigDecimal decimal) {
        double value = decimal.doubleValue();
        boolean same = Double.isFinite(value) && new BigDecimal(Double.toString(value)).compareTo(decimal) == 0;
        return same ? (Double) value : null;
    }

    /** The number that {@code decimal(Text)} stands for: one that no float is. */
    static @Nullable BigDecimal decimal(Term argument) {
        if (!(argument instanceof Atom atom)) {
            return null;
        }
        try {
            BigDecimal value = new BigDecimal(atom.name());
            boolean canonical = Data.Num.of(value).decimal().stripTrailingZeros().toString().equals(atom.name());
            return canonical && value.stripTrailingZeros().scale() > 0 && exactFloat(value) == null ? value : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

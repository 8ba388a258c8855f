package io.millrace.net.choice;

import io.millrace.data.Data;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A predicate as a formula of propositional logic over facts about data. */
sealed interface Formula {
    /** Something that holds or does not, known by what stands for it: a text, or a Java function. */
    record Fact(Object key) implements Formula {}

    /** A comparison of one value with a constant. A value that is missing compares with nothing. */
    record Compares(String value, Relation relation, Constant with) implements Formula {}

    /** The negation of a formula. */
    record Not(Formula formula) implements Formula {}

    /** All of these, or at least one of them. */
    record Joined(boolean all, List<Formula> formulas) implements Formula {}

    /** What holds always, or never. */
    record Known(boolean holds) implements Formula {}

    /** How a value compares with a constant. */
    enum Relation {
        EQUAL,
        OTHER,
        BELOW,
        ABOVE,
        AT_MOST,
        AT_LEAST;

        Relation mirrored() {
            return switch (this) {
                case EQUAL, OTHER -> this;
                case BELOW -> ABOVE;
                case ABOVE -> BELOW;
                case AT_MOST -> AT_LEAST;
                case AT_LEAST -> AT_MOST;
            };
        }

        boolean holds(int sign) {
            return switch (this) {
                case EQUAL -> sign == 0;
                case OTHER -> sign != 0;
                case BELOW -> sign < 0;
                case ABOVE -> sign > 0;
                case AT_MOST -> sign <= 0;
                case AT_LEAST -> sign >= 0;
            };
        }
    }

    /** A number, or a text; of texts only equality is asked. */
    record Constant(@Nullable BigDecimal number, String text) {
        static Constant of(BigDecimal number) {
            return new Constant(number.stripTrailingZeros(), "");
        }

        static Constant of(String text) {
            return new Constant(null, text);
        }

        /** The constant that stands for simple data, or null for lists and fields. */
        static @Nullable Constant of(Data data) {
            return switch (data) {
                case Data.Num number -> of(number.decimal());
                case Data.Text text -> of(text.value());
                case Data.Truth truth -> of(truth.toString());
                default -> null;
            };
        }
    }

    static Formula all(List<Formula> formulas) {
        return formulas.size() == 1 ? formulas.getFirst() : new Joined(true, formulas);
    }

    /** The variables on whose values a formula depends: facts, and values with the kind of constants they are compared with. */
    default void variables(Set<Object> all) {
        switch (this) {
            case Fact fact -> all.add(fact.key());
            case Compares compares -> all.add(Variable.of(compares));
            case Not not -> not.formula().variables(all);
            case Joined joined -> joined.formulas().forEach(each -> each.variables(all));
            case Known known -> {}
        }
    }

    /** A value that is compared with numbers, or with texts. */
    record Variable(String value, boolean numeric) {
        static Variable of(Compares compares) {
            return new Variable(compares.value(), compares.with().number() != null);
        }
    }
}

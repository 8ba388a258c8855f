package io.millrace.algebra;

import java.util.ArrayList;
import java.util.List;

/** An event with constants for its parameters, or its complement, as it is written: {@code ~b1[7,'north']}. */
record Ground(String name, List<String> constants, boolean negated) {
    /** Stands for every constant that has not been seen. */
    static final String FRESH = "*";

    Ground {
        constants = List.copyOf(constants);
    }

    static Ground of(String text) {
        boolean negated = text.startsWith("~") || text.startsWith("¬");
        String event = negated ? text.substring(1) : text;
        int bracket = event.indexOf('[');
        if (bracket < 0) {
            return new Ground(event, List.of(), negated);
        }
        List<String> constants = new ArrayList<>();
        StringBuilder constant = new StringBuilder();
        boolean quoted = false;
        for (char c : event.substring(bracket + 1, event.endsWith("]") ? event.length() - 1 : event.length()).toCharArray()) {
            quoted ^= c == '\'';
            if (c == ',' && !quoted) {
                constants.add(constant.toString().strip());
                constant.setLength(0);
            } else {
                constant.append(c);
            }
        }
        constants.add(constant.toString().strip());
        return new Ground(event.substring(0, bracket), constants, negated);
    }

    String event() {
        return constants.isEmpty() ? name : name + "[" + String.join(",", constants) + "]";
    }

    Ground not() {
        return new Ground(name, constants, !negated);
    }

    @Override
    public String toString() {
        return (negated ? "~" : "") + event();
    }
}

package io.millrace.algebra;

import io.millrace.data.Data;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules of the cases in the reference of enforceability, which names only which of them are assumptions. */
final class Assumed {
    private Assumed() {}

    static String text(String title, Data reference) {
        StringBuilder text = new StringBuilder();
        reference.at("attributes").asMap().forEach((event, control) ->
                text.append("event ").append(event).append(' ').append(control.text().replace("+", " ")).append(";\n"));
        List<String> assumptions = ReferenceTablesTest.texts(reference.at("assumptions"));
        rules(title, assumptions).forEach((name, expression) ->
                text.append(assumptions.contains(name) ? "assume " : "dep ").append(name).append(": ").append(expression).append(";\n"));
        return text.toString();
    }

    private static Map<String, String> rules(String title, List<String> assumptions) {
        Map<String, String> rules = new LinkedHashMap<>();
        if (title.startsWith("saga")) {
            saga(title.charAt(4) - '0', rules);
        } else if (title.startsWith("ex4")) {
            rules.put("D1", "~s_buy | s_book");
            rules.put("D2", "~c_buy | c_book . c_buy");
            rules.put("D3", "~c_book | c_buy | s_cancel");
            rules.put("D4", "~s_cancel | c_book & ~c_buy");
            rules.put("A_buy", "~c_buy | s_buy . c_buy");
            rules.put("A_book", "~c_book | s_book . c_book");
        } else if (title.startsWith("mutex")) {
            rules.put("M12", "b2 . b1 | ~b1 | ~b2 | e1 . b2");
            rules.put("M21", "b1 . b2 | ~b2 | ~b1 | e2 . b1");
            rules.put("A1", "~e1 | b1 . e1");
            rules.put("A2", "~e2 | b2 . e2");
            if (assumptions.contains("X1")) {
                rules.put("X1", "~b1 | b1 . e1");
                rules.put("X2", "~b2 | b2 . e2");
            }
        } else {
            sojc(title, rules);
        }
        return rules;
    }

    private static void saga(int steps, Map<String, String> rules) {
        for (int i = 1; i <= steps; i++) {
            rules.put("agent" + i, "~c" + i + " | s" + i + " . c" + i);
            if (i < steps) {
                rules.put("S1_" + i, "~s" + (i + 1) + " | c" + i + " . s" + (i + 1));
                rules.put("S2_" + i, "~c" + i + " | c" + steps + " | sR" + i);
                rules.put("S3a_" + i, "~sR" + i + " | c" + i + " . sR" + i);
                rules.put("S3b_" + i, "~sR" + i + " | ~c" + steps + " . sR" + i);
                rules.put("S5_" + i, "~sR" + i + " | sR" + i + " . cR" + i);
                rules.put("agentR" + i, "~cR" + i + " | sR" + i + " . cR" + i);
            }
            if (i < steps - 1) {
                rules.put("S4_" + i, "~sR" + i + " | ~sR" + (i + 1) + " | cR" + (i + 1) + " . sR" + i);
            }
        }
    }

    private static void sojc(String title, Map<String, String> rules) {
        for (int i = 1; i <= 2; i++) {
            int j = 3 - i;
            rules.put("J1_" + i, "~sT" + i + " | sT" + j);
            rules.put("J2_" + i, "cT" + i + " | ~cT" + j + " | sR" + j);
            rules.put("J3_" + i, "~sR" + i + " | ~sR" + j + " | cT" + i + " . cT" + j + " | cR" + i + " . cR" + j);
            if (!title.contains("without J4")) {
                rules.put("J4_" + i, "cT" + i + " | cT" + j + " . ~cT" + i + " | ~cT" + j);
            }
            rules.put("A_T" + i, "~cT" + i + " | sT" + i + " . cT" + i);
            rules.put("A_R" + i, "~cR" + i + " | sR" + i + " . cR" + i);
            rules.put("C_R" + i, "~sR" + i + " | sR" + i + " . cR" + i);
            rules.put("N1_" + i, "~sR" + i + " | cT" + i + " . sR" + i);
            rules.put("N2_" + i, "~sR" + i + " | ~cT" + j + " . sR" + i);
        }
    }
}

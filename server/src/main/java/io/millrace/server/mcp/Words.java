package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.server.http.Brief;
import java.util.List;
import java.util.function.Function;

/** Answers in words. What users have named is quoted and cut, so that it stays in its line. */
final class Words {
    private Words() {}

    /** A work item. */
    static String item(Data item) {
        return item.at("work").text() + " " + shown(item.at("task")) + " of " + shown(item.at("process")) + ", " + item.at("state").text()
                + (item.at("holder").isNothing() ? "" : " by " + shown(item.at("holder")))
                + (item.at("delayed").isNothing() ? "" : ", delayed");
    }

    /** A text in one line. */
    static String flat(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    /** Texts, each in a line. */
    static String flat(List<String> texts) {
        return String.join("\n", texts.stream().map(Words::flat).toList());
    }

    /** A name. */
    static String shown(Data name) {
        return name.isNothing() ? "nobody" : Data.of(Brief.of(name.text())).json();
    }

    /** How many items a page has. */
    static String count(Data page, String what) {
        int size = page.at("items").asList(Data.class).size();
        return size == 1 ? "1 " + what : size + " " + what + (what.endsWith("s") ? "es" : "s");
    }

    /** Whether there is another page. */
    static String more(Data page) {
        return page.at("cursor").isNothing() ? "" : ", and more behind the cursor";
    }

    /** The items of a page, each in a line. */
    static String lines(Data page, Function<Data, String> form) {
        StringBuilder text = new StringBuilder(".");
        page.at("items").asList(Data.class).forEach(each -> text.append('\n').append(form.apply(each)));
        return text.toString();
    }

    /** What comes next in a case. */
    static String next(Data found) {
        List<String> next = found.at("next").asList(String.class);
        return next.isEmpty() ? "" : " Next: " + flat(String.join("; ", next)) + ".";
    }

    /** A proof, each reason under what follows from it. */
    static String proof(Data reason) {
        StringBuilder text = new StringBuilder();
        proof(reason, 0, text);
        return text.toString().strip();
    }

    private static void proof(Data reason, int depth, StringBuilder text) {
        text.append("  ".repeat(depth)).append(flat(reason.at("words").text())).append('\n');
        reason.at("because").asList(Data.class).forEach(each -> proof(each, depth + 1, text));
    }
}

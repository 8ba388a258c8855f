package io.millrace.client;

import io.millrace.data.Data;
import org.jspecify.annotations.Nullable;

/**
 * The text of a process.
 *
 * @param file the name of its file, by whose ending the server knows the language: {@code claim.pl}, {@code claim.yawl}, {@code travel.deps}
 * @param text the text
 * @param name the name to run it under; null for the one that the file or the text says
 * @param rules the text of rules between events that it runs under, or null
 * @param allowUnsound whether to deploy it although it was proved that its cases can get stuck
 */
public record Source(String file, String text, @Nullable String name, @Nullable String rules, boolean allowUnsound) {
    /** A text under its own name, without rules. */
    public static Source of(String file, String text) {
        return new Source(file, text, null, null, false);
    }

    /** The same under another name. */
    public Source named(String other) {
        return new Source(file, text, other, rules, allowUnsound);
    }

    /** The same under rules between events. */
    public Source under(String rulesText) {
        return new Source(file, text, name, rulesText, allowUnsound);
    }

    /** The same, whatever the proof says. */
    public Source allowingUnsound() {
        return new Source(file, text, name, rules, true);
    }

    Data toData() {
        Data data = Data.fields("file", file, "source", text);
        data = name == null ? data : data.with("name", name);
        data = rules == null ? data : data.with("rules", rules);
        return allowUnsound ? data.with("allowUnsound", true) : data;
    }
}

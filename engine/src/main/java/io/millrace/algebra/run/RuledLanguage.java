package io.millrace.algebra.run;

import io.millrace.algebra.RuleSet;
import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Processes of any language under rules: {@link #with} joins the two. What is deployed of them is the text of both, where the process
 * has one.
 */
public final class RuledLanguage implements Language {
    /** The name of the language. */
    public static final String NAME = "ruled";

    @Override
    public String name() {
        return NAME;
    }

    /**
     * A process under rules between its events.
     *
     * @param rules the text of a {@code *.deps} file
     */
    public static Compiled<?> with(Compiled<?> process, String rules) {
        return RuledProcess.of(Argument.given(process, "process"), "rules of " + process.contract().name(), Argument.given(rules, "rules"));
    }

    /** The same with the name of the file, for what is wrong in it. */
    public static Compiled<?> with(Compiled<?> process, String file, String rules) {
        return RuledProcess.of(Argument.given(process, "process"), Argument.given(file, "file"), Argument.given(rules, "rules"));
    }

    /**
     * What can be proved of a process and its rules together; null if nothing of the course of the process can be seen, or if it is
     * not a process under rules.
     *
     * @param most how many states to look at
     */
    public static @Nullable CourseReport explored(Compiled<?> process, int most) {
        return process instanceof RuledProcess ruled ? ruled.explored(most) : null;
    }

    /** The rules of a process: those that it runs under, or those that it consists of; null if it has none. */
    public static @Nullable RuleSet rules(Compiled<?> process) {
        return switch (process) {
            case RuledProcess ruled -> ruled.rules();
            case RulesProcess rules -> rules.rules();
            case AcrossProcess across -> across.rules();
            default -> null;
        };
    }

    @Override
    public Compiled<?> compile(String process, String source) {
        Data both = Data.parse(source);
        String wanted = both.at("language").text();
        for (Language language : ServiceLoader.load(Language.class)) {
            if (language.name().equals(wanted)) {
                return with(language.compile(process, both.at("source").text()), both.at("rules").text());
            }
        }
        throw new RefusedException(Code.PART_MISSING.with("language '" + wanted + "'"));
    }

    /** What {@link #compile} reads. */
    static String joined(String language, String source, String rules) {
        return Data.fields("language", language, "source", source, "rules", rules).json();
    }
}

package io.millrace.algebra.run;

import io.millrace.language.Compiled;
import io.millrace.language.Language;

/** Processes that consist of rules between events: {@code *.deps} files. */
public final class RulesLanguage implements Language {
    /** The name of the language. */
    public static final String NAME = "rules";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean reads(String file, String source) {
        return file.endsWith(".deps");
    }

    @Override
    public Compiled<?> compile(String process, String source) {
        return RulesProcess.compile(process, process, source);
    }

    @Override
    public Compiled<?> compile(String process, String file, String source) {
        return RulesProcess.compile(process, file, source);
    }
}

package io.millrace.algebra.run;

import io.millrace.algebra.RuleModule;
import io.millrace.algebra.RuleSet;
import io.millrace.language.Compiled;
import io.millrace.language.Language;

/** Processes that consist of rules between events, and rules between cases: {@code *.deps} files. */
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
        return compile(process, process, source);
    }

    @Override
    public Compiled<?> compile(String process, String file, String source) {
        RuleModule module = RuleModule.read(file, source).orRefuse();
        RuleSet rules = RuleSet.of(module);
        return module.isAcross() ? AcrossProcess.of(process, source, rules) : new RulesProcess(process, source, Proofs.insideCase(process, rules));
    }
}

package io.millrace.algebra.run;

import org.jspecify.annotations.Nullable;

/** Where a case of a process under rules stands. */
final class RuledCase {
    /** The state of the process. */
    Object process;

    final RulesCase rules;
    /** How the process wants to end, while the rules have something to do before. It does not go on any more. */
    RuledEvent.@Nullable Ending ending;

    RuledCase(Object process, RulesCase rules) {
        this.process = process;
        this.rules = rules;
    }
}

package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.logic.codec.TermCodec;
import java.util.stream.Collectors;

/** Takes a query to another version of its program, which is allowed when every waiting goal still has its predicate. */
final class PrologMigration {
    private PrologMigration() {}

    static Compiled.Migrated of(PrologProcess from, PrologState state, Compiled<?> to) {
        if (!(to instanceof PrologProcess other)) {
            return new Compiled.Migrated.Not("it is not a program of Workflow Prolog");
        }
        String missing = state.goals().stream()
                .map(goal -> ProgramText.key(TermCodec.decode(goal.goal())))
                .distinct()
                .filter(key -> !other.workshop().defines(key))
                .sorted()
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            return new Compiled.Migrated.Not("goals wait whose predicates are missing: " + missing);
        }
        if (from.nonGround() && !other.nonGround() && state.goals().stream().anyMatch(Suspended::dependent)) {
            return new Compiled.Migrated.Not("goals wait for others, which the new version does not allow");
        }
        return new Compiled.Migrated.To(Data.nothing());
    }
}

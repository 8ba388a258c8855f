package io.millrace.kernel;

import io.millrace.command.Command;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.index.Parts;
import io.millrace.kernel.record.Request;
import io.millrace.kernel.record.Sizes;
import io.millrace.language.Compiled;
import io.millrace.language.ProcessName;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.runtime.Settings;
import org.jspecify.annotations.Nullable;

/** What is refused at the door: requests of which it can be seen without a turn that they make no sense. */
final class Admission {
    private final Catalogue catalogue;
    private final Parts parts;
    private final Settings settings;

    Admission(Catalogue catalogue, Parts parts, Settings settings) {
        this.catalogue = catalogue;
        this.parts = parts;
        this.settings = settings;
    }

    /** What can be seen to be wrong before a turn: a start must not use up a number in vain. */
    @Nullable
    Problem problemWith(Request request) {
        return switch (request.command()) {
            case Command.Start start -> {
                int newest = catalogue.of(request.tenant()).newest(start.process());
                if (newest == 0 || ProcessName.parse(start.process()).inner() != null) {
                    yield Code.UNKNOWN_PROCESS.with(start.process());
                }
                int version = start.version() == 0 ? newest : start.version();
                if (!catalogue.of(request.tenant()).isDeployed(start.process(), version)) {
                    yield Code.UNKNOWN_VERSION.with(start.process(), version);
                }
                Compiled<?> code = catalogue.code(request.tenant(), start.process(), version);
                if (code == null) {
                    yield Code.NO_CODE.with(start.process(), version);
                }
                var mismatches = code.contract().input().check(start.input());
                yield mismatches.isEmpty()
                        ? Sizes.tooLarge(start.input(), "the new case", settings)
                        : Code.DATA_TYPE.with("The input of '" + start.process() + "'", mismatches.getFirst());
            }
            case Command.Redo c -> interventionMissing();
            case Command.Move c -> interventionMissing();
            case Command.Skip c -> interventionMissing();
            case Command.ChangeData c -> interventionMissing();
            case Command.Migrate c -> interventionMissing();
            case Command other -> null;
        };
    }

    private @Nullable Problem interventionMissing() {
        return parts.intervention() ? null : Code.PART_MISSING.with("intervention");
    }
}

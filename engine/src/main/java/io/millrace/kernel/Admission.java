package io.millrace.kernel;

import io.millrace.command.Command;
import io.millrace.data.Data;
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
            case Command.Start start -> start(request.tenant(), start.process(), start.version(), start.input());
            case Command.StartWithSignal start -> {
                Problem problem = start(request.tenant(), start.process(), 0, start.input());
                Compiled<?> code = problem != null
                        ? null
                        : catalogue.code(request.tenant(), start.process(), catalogue.of(request.tenant()).newest(start.process()));
                if (code != null && !code.contract().uniqueKey()) {
                    problem = Code.NO_UNIQUE_KEY.with(start.process(), start.key());
                }
                yield problem != null ? problem : Sizes.tooLarge(start.content(), "signal '" + start.signal() + "'", settings);
            }
            case Command.Redo c -> interventionMissing();
            case Command.Move c -> interventionMissing();
            case Command.Skip c -> interventionMissing();
            case Command.ChangeData c -> interventionMissing();
            case Command.Migrate c -> interventionMissing();
            case Command other -> null;
        };
    }

    private @Nullable Problem start(String tenant, String process, int asked, Data input) {
        int newest = catalogue.of(tenant).newest(process);
        if (newest == 0 || ProcessName.parse(process).inner() != null) {
            return Code.UNKNOWN_PROCESS.with(process);
        }
        int version = asked == 0 ? newest : asked;
        if (!catalogue.of(tenant).isDeployed(process, version)) {
            return Code.UNKNOWN_VERSION.with(process, version);
        }
        Compiled<?> code = catalogue.code(tenant, process, version);
        if (code == null) {
            return Code.NO_CODE.with(process, version);
        }
        var mismatches = code.contract().input().check(input);
        return mismatches.isEmpty()
                ? Sizes.tooLarge(input, "the new case", settings)
                : Code.DATA_TYPE.with("The input of '" + process + "'", mismatches.getFirst());
    }

    private @Nullable Problem interventionMissing() {
        return parts.intervention() ? null : Code.PART_MISSING.with("intervention");
    }
}

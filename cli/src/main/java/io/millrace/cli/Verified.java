package io.millrace.cli;

import io.millrace.data.Data;
import io.millrace.language.Finding;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.verify.Answer;
import io.millrace.verify.NetVerdict;
import io.millrace.verify.Properties;
import io.millrace.verify.Step;
import io.millrace.verify.Tokens;
import io.millrace.verify.Trouble;
import io.millrace.verify.Verdict;
import io.millrace.verify.Verification;
import io.millrace.verify.Verifier;
import io.millrace.verify.Warning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A file that was verified.
 *
 * @param file the file as it was named
 * @param content what it holds, or null if it could not be read
 * @param answer what was found out; a file that cannot be read is invalid, with the reason
 * @param millis how long that took, reading included
 */
record Verified(Path file, NetFiles.@Nullable Content content, Verification answer, long millis) {
    static Verified of(Path file, Verifier verifier) {
        long began = System.nanoTime();
        NetFiles.Content content = null;
        Verification answer;
        try {
            content = NetFiles.readChecked(file);
            answer = verify(content, verifier);
        } catch (RefusedException e) {
            answer = invalid(file, e.problem().message());
        } catch (IOException e) {
            answer = invalid(file, Code.UNREADABLE.with(file, String.valueOf(e.getMessage())).message());
        } catch (OutOfMemoryError e) {
            answer = tooLarge(file);
        }
        return new Verified(file, content, answer, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    }

    private static Verification invalid(Path file, String reason) {
        return Verification.invalid(file.toString(), List.of(reason));
    }

    private static Verification tooLarge(Path file) {
        String reason = "There are more states than fit into memory. Give Java more (MILL_JAVA_OPTS=-Xmx4g), or allow fewer states.";
        Properties none = new Properties(Answer.UNKNOWN, Answer.UNKNOWN, Answer.UNKNOWN);
        return new Verification(file.toString(), Verdict.UNKNOWN, none, List.of(), List.of(), List.of(), List.of(reason), 0);
    }

    private static Verification verify(NetFiles.Content content, Verifier verifier) {
        return switch (content) {
            case NetFiles.Content.Yawl yawl -> with(verifier.verify(yawl.net()), yawl);
            case NetFiles.Content.Plain plain -> verifier.verify(plain.net());
        };
    }

    /** Adds what deploying the net would warn of. */
    private static Verification with(Verification answer, NetFiles.Content.Yawl yawl) {
        List<Warning> warnings = new ArrayList<>(answer.warnings());
        for (Finding finding : yawl.findings()) {
            Warning.Kind kind = switch (finding.problem().code()) {
                case NET_EXPRESSION -> Warning.Kind.EXPRESSION;
                case NET_UNENFORCED -> Warning.Kind.NOT_ENFORCED;
                default -> Warning.Kind.NOTE;
            };
            String line = finding.line() == 0 ? "" : "Line " + finding.line() + ": ";
            warnings.add(new Warning(kind, yawl.net().root(), List.of(), line + finding.problem().message()));
        }
        return new Verification(
                answer.name(), answer.verdict(), answer.properties(), answer.problems(), warnings, answer.nets(), answer.reasons(), answer.states());
    }

    /** As a script reads it. */
    Data data() {
        Data data = Data.fields(
                "file", file.toString(),
                "verdict", answer.verdict().toString(),
                "properties", data(answer.properties()),
                "problems", answer.problems().stream().map(Verified::data).toList(),
                "warnings", answer.warnings().stream().map(Verified::data).toList(),
                "nets", answer.nets().stream().map(Verified::data).toList());
        data = answer.verdict() == Verdict.SOUND || answer.reasons().isEmpty() ? data : data.with("reasons", answer.reasons());
        return data.with("states", answer.states()).with("millis", millis);
    }

    private static Data data(Properties properties) {
        return Data.fields(
                "optionToComplete", truth(properties.optionToComplete()),
                "noDeadTasks", truth(properties.noDeadTasks()),
                "properCompletion", truth(properties.properCompletion()));
    }

    private static Data truth(Answer answer) {
        return switch (answer) {
            case YES -> Data.of(true);
            case NO -> Data.of(false);
            case UNKNOWN -> Data.nothing();
        };
    }

    private static Data data(Trouble trouble) {
        return Data.fields(
                "kind", trouble.kind().toString(),
                "net", trouble.net(),
                "nodes", trouble.nodes(),
                "trace", trouble.trace().stream().map(Step::label).toList(),
                "choices", trouble.trace().stream().map(step -> step.to().isEmpty() ? Data.nothing() : Data.of(step.to())).toList(),
                "tokens", trouble.tokens().stream().map(Tokens::toString).toList(),
                "message", trouble.message(),
                "fix", trouble.fix() == null ? null : trouble.fix().change());
    }

    private static Data data(Warning warning) {
        return Data.fields("kind", warning.kind().toString(), "net", warning.net(), "nodes", warning.nodes(), "message", warning.message());
    }

    private static Data data(NetVerdict net) {
        return Data.fields(
                "net", net.net(), "verdict", net.verdict().toString(), "properties", data(net.properties()), "states", net.states());
    }
}

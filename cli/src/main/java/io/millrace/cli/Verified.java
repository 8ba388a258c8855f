package io.millrace.cli;

import io.millrace.data.Data;
import io.millrace.language.Finding;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.verify.Answer;
import io.millrace.verify.Properties;
import io.millrace.verify.Verdict;
import io.millrace.verify.Verification;
import io.millrace.verify.Verifier;
import io.millrace.verify.Warning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        Data data = Data.fields("file", file.toString());
        for (Map.Entry<String, Data> field : ((Data.Fields) answer.toData()).asMap().entrySet()) {
            data = data.with(field.getKey(), field.getValue());
        }
        return data.with("millis", millis);
    }
}

package io.millrace.verify.file;

import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.net.file.Reading;
import io.millrace.problem.RefusedException;
import io.millrace.verify.Fix;
import io.millrace.verify.Trouble;
import io.millrace.verify.Verification;
import io.millrace.verify.Verifier;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The text of a net after a fix. */
public final class Mending {
    private static final int MOST_STATES = 100_000;

    private Mending() {}

    /**
     * The text with a fix in it, in the notation of the text; empty if it could not be written so that it reads as it should. It was read and
     * verified again: nothing is wrong with it except what no fix is about.
     *
     * @param file its name, for a net without one
     * @param specification what the text says
     */
    public static Optional<String> text(String file, String text, Specification specification, Fix fix) {
        Specification mended = specification.with(fix.net(), fix.mended());
        List<Supplier<String>> ways = List.of(
                () -> NetFile.changed(file, text, specification, fix.net(), fix.mended()), () -> NetFile.rewritten(text, mended));
        return ways.stream().flatMap(way -> written(way).stream()).filter(changed -> isMended(NetFile.read(file, changed), specification)).findFirst();
    }

    /** Empty if the notation cannot say it. */
    private static Optional<String> written(Supplier<String> way) {
        try {
            return Optional.of(way.get());
        } catch (RefusedException e) {
            return Optional.empty();
        }
    }

    private static boolean isMended(Reading reading, Specification before) {
        Specification after = reading.specification();
        if (after == null || !after.name().equals(before.name())) {
            return false;
        }
        Verification answer = Verifier.standard().verdictOnly().maxStates(MOST_STATES).verify(after);
        return answer.problems().stream().allMatch(trouble -> trouble.kind() == Trouble.Kind.WAITS_IN_VAIN)
                && (answer.isSound() || !answer.problems().isEmpty());
    }
}

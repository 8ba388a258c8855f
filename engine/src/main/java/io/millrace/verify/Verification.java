package io.millrace.verify;

import java.util.List;

/**
 * The result of the verifier. Immutable.
 *
 * @param name the name of the process, or of the plain net
 * @param verdict the verdict of the whole
 * @param properties the three properties of the whole
 * @param problems the problems, if it is not sound
 * @param warnings warnings about constructs that are seldom intended
 * @param nets the verdict about each net on its own
 * @param reasons why a property is not known, or why the net is invalid, a sentence each
 * @param states the number of explored states
 */
public record Verification(
        String name,
        Verdict verdict,
        Properties properties,
        List<Trouble> problems,
        List<Warning> warnings,
        List<NetVerdict> nets,
        List<String> reasons,
        long states) {

    public Verification {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
        nets = List.copyOf(nets);
        reasons = List.copyOf(reasons);
    }

    /** The result for an invalid net. */
    public static Verification invalid(String name, List<String> reasons) {
        return new Verification(name, Verdict.INVALID, Properties.NONE_KNOWN, List.of(), List.of(), List.of(), reasons, 0);
    }

    /** Whether the whole is sound. */
    public boolean isSound() {
        return verdict == Verdict.SOUND;
    }
}

package io.millrace.verify;

import java.util.List;

/**
 * The answer of the verifier.
 *
 * @param name the name of the process, or of the plain net
 * @param verdict the verdict of the whole
 * @param properties the three properties of the whole
 * @param problems what is wrong, if it is not sound
 * @param warnings what is seldom meant
 * @param nets what holds of each net on its own
 * @param reasons why something is not known, or why the net is invalid, a sentence each
 * @param states how many states were looked at
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

    /** The answer for a net that is wrong in itself. */
    public static Verification invalid(String name, List<String> reasons) {
        return new Verification(name, Verdict.INVALID, Properties.NONE_KNOWN, List.of(), List.of(), List.of(), reasons, 0);
    }

    public boolean isSound() {
        return verdict == Verdict.SOUND;
    }
}

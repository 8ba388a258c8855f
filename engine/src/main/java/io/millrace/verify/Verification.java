package io.millrace.verify;

import io.millrace.data.Data;
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

    /** As one JSON object, with the steps of every counterexample. */
    public Data toData() {
        Data data = Data.fields(
                "verdict", verdict.toString(),
                "properties", data(properties),
                "problems", problems.stream().map(Verification::data).toList(),
                "warnings", warnings.stream().map(Verification::data).toList(),
                "nets", nets.stream().map(Verification::data).toList());
        data = verdict == Verdict.SOUND || reasons.isEmpty() ? data : data.with("reasons", reasons);
        return data.with("states", states);
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

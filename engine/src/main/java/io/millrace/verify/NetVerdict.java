package io.millrace.verify;

/**
 * What holds of one net on its own, its composite tasks taken as tasks that can complete (Definition 19).
 *
 * @param net its name
 * @param verdict whether it is sound
 * @param properties the three properties
 * @param states how many states were looked at
 */
public record NetVerdict(String net, Verdict verdict, Properties properties, long states) {}

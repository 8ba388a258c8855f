package io.millrace.verify;

/**
 * The verdict about one net on its own, where its composite tasks can always complete (Definition 19). Immutable.
 *
 * @param net its name
 * @param verdict whether it is sound
 * @param properties the three properties
 * @param states the number of explored states
 */
public record NetVerdict(String net, Verdict verdict, Properties properties, long states) {}

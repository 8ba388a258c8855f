package io.millrace.exchange;

/**
 * What was exported.
 *
 * @param replaced characters that the form cannot hold, which were replaced
 * @param watermark where the history ended that was exported; reading from there gives what came later
 */
public record LogSummary(long cases, long events, long replaced, String watermark) {}

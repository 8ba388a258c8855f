package io.millrace.exchange;

import java.util.List;

/**
 * What was exported.
 *
 * @param replaced characters that the form cannot hold, which were replaced
 * @param withoutCode processes whose code was not there, so that the log has their work only
 * @param watermark where the history ended that was exported; reading from there gives what came later
 */
public record LogSummary(long cases, long events, long replaced, List<String> withoutCode, String watermark) {}

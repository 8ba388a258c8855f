package io.millrace.exchange;

import java.util.List;

/**
 * A summary of an export. Immutable.
 *
 * @param replaced characters that the form cannot hold, which were replaced
 * @param withoutCode processes whose code was missing, so that the log has their work only
 * @param watermark the end of the exported history; reading from there returns later events
 */
public record LogSummary(long cases, long events, long replaced, List<String> withoutCode, String watermark) {}

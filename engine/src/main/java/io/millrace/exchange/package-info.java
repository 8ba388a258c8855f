/**
 * Event logs in the forms that process mining tools read: XES (IEEE 1849-2016) and OCEL 2.0. {@link io.millrace.exchange.LogExport} reads
 * the events of cases from a history, one root case at a time, and passes them to a {@link io.millrace.exchange.LogWriter}; {@link
 * io.millrace.exchange.XesReader} reads logs of other systems. Depends on {@code problem}, {@code id}, {@code data}, {@code work}, {@code
 * language}, {@code query} and {@code event}, and on the XML parser of the JDK.
 */
@NullMarked
package io.millrace.exchange;

import org.jspecify.annotations.NullMarked;

/**
 * Event logs in the forms that process mining tools read: XES (IEEE 1849-2016) and OCEL 2.0. {@link io.millrace.exchange.LogExport}
 * takes the events of cases out of a history, one root case at a time, and gives them to a {@link io.millrace.exchange.LogWriter};
 * {@link io.millrace.exchange.XesReader} reads the logs of others. Depends on {@code problem}, {@code id}, {@code data}, {@code work},
 * {@code language}, {@code query} and {@code event}, and on the XML parser of the JDK.
 */
@NullMarked
package io.millrace.exchange;

import org.jspecify.annotations.NullMarked;

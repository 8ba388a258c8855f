/**
 * XPath and XQuery for YAWL files, in an artifact of its own so that the engine needs no library.
 *
 * <p>The conversion between data and XML: a net's data is a document whose root has the net's name and one element for each variable; the
 * result of a task is a document whose root has the name of its decomposition.
 *
 * <pre>
 *  true, 42, "text"          ↔  &lt;v>true&lt;/v>  &lt;v>42&lt;/v>  &lt;v>text&lt;/v>, read by the declared type
 *  null                      ↔  &lt;v/>
 *  {"a": 1, "b": [2, 3]}     ↔  &lt;v>&lt;a>1&lt;/a>&lt;b>2&lt;/b>&lt;b>3&lt;/b>&lt;/v>
 *  [1, 2] as a variable      ↔  &lt;v>&lt;item>1&lt;/item>&lt;item>2&lt;/item>&lt;/v>
 *  {"@k": "x", "#text": "y"} ↔  &lt;v k="x">y&lt;/v>
 * </pre>
 *
 * Characters that XML names do not allow are escaped as {@code _x0020_}. Expressions cannot access the network, files, the environment or
 * another clock than the turn's. Every evaluation counts its steps against the turn's budget and its own limit: {@code Metering} puts a
 * counter before each part of a compiled expression, {@code Meter} adds them up. Depends on {@code net}, {@code data} and Saxon.
 */
@NullMarked
package io.millrace.xquery;

import org.jspecify.annotations.NullMarked;

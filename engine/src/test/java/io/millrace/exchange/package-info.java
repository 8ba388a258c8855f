/** Logs are valid, say what happened, and can be read back. */
@NullMarked
package io.millrace.exchange;

import org.jspecify.annotations.NullMarked;

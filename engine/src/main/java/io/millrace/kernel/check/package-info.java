/**
 * Holds a whole journal against itself.
 */
@NullMarked
package io.millrace.kernel.check;

import org.jspecify.annotations.NullMarked;

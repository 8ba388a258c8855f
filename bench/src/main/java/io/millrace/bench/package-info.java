/** Measurements of Millrace, each against something measured in the same run. Depends on everything else. */
@NullMarked
package io.millrace.bench;

import org.jspecify.annotations.NullMarked;

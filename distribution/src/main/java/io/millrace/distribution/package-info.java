/** Nothing but the archive, which the build makes from the other modules. */
@NullMarked
package io.millrace.distribution;

import org.jspecify.annotations.NullMarked;

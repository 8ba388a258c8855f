/** The archive as those who download it use it. */
@NullMarked
package io.millrace.distribution;

import org.jspecify.annotations.NullMarked;

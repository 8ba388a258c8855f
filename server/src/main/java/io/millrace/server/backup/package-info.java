/** Copies of journals that can take their place. */
@NullMarked
package io.millrace.server.backup;

import org.jspecify.annotations.NullMarked;

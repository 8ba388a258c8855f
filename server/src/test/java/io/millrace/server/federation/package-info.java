/** Two real engines, and a line between them that breaks. */
@NullMarked
package io.millrace.server.federation;

import org.jspecify.annotations.NullMarked;

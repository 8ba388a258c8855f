/** The facade: the entry point for applications. It may use every other package of the engine. */
@NullMarked
package io.millrace;

import org.jspecify.annotations.NullMarked;

/** The facade: what an application sees of Millrace. It may use every other package of the engine. */
@NullMarked
package io.millrace;

import org.jspecify.annotations.NullMarked;

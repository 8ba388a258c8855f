/** What users write around Millrace, seen from a package of their own. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;

/** Tests of verification. */
@NullMarked
package io.millrace.verify;

import org.jspecify.annotations.NullMarked;

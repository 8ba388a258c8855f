@NullMarked
package io.millrace.logic.term;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.logic.library;

import org.jspecify.annotations.NullMarked;

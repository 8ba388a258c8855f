@NullMarked
package io.millrace.logic.read;

import org.jspecify.annotations.NullMarked;

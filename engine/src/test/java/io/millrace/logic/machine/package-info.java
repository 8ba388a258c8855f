@NullMarked
package io.millrace.logic.machine;

import org.jspecify.annotations.NullMarked;

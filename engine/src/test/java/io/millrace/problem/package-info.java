@NullMarked
package io.millrace.problem;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.draw;

import org.jspecify.annotations.NullMarked;

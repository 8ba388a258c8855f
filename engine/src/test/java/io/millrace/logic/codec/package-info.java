@NullMarked
package io.millrace.logic.codec;

import org.jspecify.annotations.NullMarked;

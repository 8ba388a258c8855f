@NullMarked
package io.millrace.data;

import org.jspecify.annotations.NullMarked;

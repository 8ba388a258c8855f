@NullMarked
package io.millrace.schedule;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.logic;

import org.jspecify.annotations.NullMarked;

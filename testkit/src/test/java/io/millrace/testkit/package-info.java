@NullMarked
package io.millrace.testkit;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.testkit.junit;

import org.jspecify.annotations.NullMarked;

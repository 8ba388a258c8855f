/** The test kit for JUnit: an extension that provides tests with an engine, and scenario files as tests. */
@NullMarked
package io.millrace.testkit.junit;

import org.jspecify.annotations.NullMarked;

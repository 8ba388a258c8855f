/** The test kit in JUnit: an extension that gives tests their engine, and scenario files as tests. */
@NullMarked
package io.millrace.testkit.junit;

import org.jspecify.annotations.NullMarked;

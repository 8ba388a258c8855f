/** Terms and data. */
@org.jspecify.annotations.NullMarked
package io.millrace.fact;

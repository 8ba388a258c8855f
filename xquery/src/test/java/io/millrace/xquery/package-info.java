/** Tests of XPath and XQuery over data. */
@NullMarked
package io.millrace.xquery;

import org.jspecify.annotations.NullMarked;

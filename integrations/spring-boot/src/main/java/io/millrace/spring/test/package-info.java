/** Tests of the processes and handlers of an application, without the rest of it. */
@NullMarked
package io.millrace.spring.test;

import org.jspecify.annotations.NullMarked;

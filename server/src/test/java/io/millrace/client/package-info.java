/** The client against a real server. */
@NullMarked
package io.millrace.client;

import org.jspecify.annotations.NullMarked;

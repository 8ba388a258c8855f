/** The endpoints, a class for each group of them. */
@NullMarked
package io.millrace.server.api;

import org.jspecify.annotations.NullMarked;

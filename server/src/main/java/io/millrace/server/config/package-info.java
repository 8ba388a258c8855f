/** The file that says how a server is to run. */
@NullMarked
package io.millrace.server.config;

import org.jspecify.annotations.NullMarked;

/** What an endpoint is: its path, its parameters, the form of what it takes and gives, and who may call it. */
@NullMarked
package io.millrace.server.http;

import org.jspecify.annotations.NullMarked;

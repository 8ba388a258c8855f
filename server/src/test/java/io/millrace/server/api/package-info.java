@NullMarked
package io.millrace.server.api;

import org.jspecify.annotations.NullMarked;

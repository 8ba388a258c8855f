@NullMarked
package io.millrace.server.monitor;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.server.mcp;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.server.channel;

import org.jspecify.annotations.NullMarked;

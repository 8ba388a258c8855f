@NullMarked
package io.millrace.server.channel.call;

import org.jspecify.annotations.NullMarked;

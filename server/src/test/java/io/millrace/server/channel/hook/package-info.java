@NullMarked
package io.millrace.server.channel.hook;

import org.jspecify.annotations.NullMarked;

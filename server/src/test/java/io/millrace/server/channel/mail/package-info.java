@NullMarked
package io.millrace.server.channel.mail;

import org.jspecify.annotations.NullMarked;

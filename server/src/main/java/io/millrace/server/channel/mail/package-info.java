/** Work by mail: one mail for each work item, and replies that become its output. */
@NullMarked
package io.millrace.server.channel.mail;

import org.jspecify.annotations.NullMarked;

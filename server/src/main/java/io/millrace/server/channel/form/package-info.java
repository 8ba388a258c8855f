/** Work by a link: a page with a form that is made from the types of the task's data. */
@NullMarked
package io.millrace.server.channel.form;

import org.jspecify.annotations.NullMarked;

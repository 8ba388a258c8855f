/**
 * What {@code mill serve} adds to a server: examples that live by themselves, and processes that are deployed as their files change. Uses the
 * engine as any program does; nothing of the other commands but the screen.
 */
@NullMarked
package io.millrace.cli.serve;

import org.jspecify.annotations.NullMarked;

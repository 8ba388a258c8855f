/**
 * A client of a Millrace server. {@link io.millrace.client.MillraceClient} is the way in. What it gives are the engine's own types;
 * refusals are the engine's {@link io.millrace.problem.RefusedException} with the engine's code. Depends on the engine's types and on the
 * JDK only.
 */
@NullMarked
package io.millrace.client;

import org.jspecify.annotations.NullMarked;

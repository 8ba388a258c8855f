/**
 * Nets as figures in YAWL's own symbols, which {@link io.millrace.draw} draws, and for Graphviz.
 *
 * <pre>
 *  Specification ─▶ NetPicture ─▶ Figure    who does what, predicates, defaults, what cancels what, the file's own layout
 *  Specification ─▶ Dot                     the graph for those who lay it out with Graphviz
 * </pre>
 */
@NullMarked
package io.millrace.net.draw;

import org.jspecify.annotations.NullMarked;

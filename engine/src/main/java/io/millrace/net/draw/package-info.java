/**
 * Pictures of nets in YAWL's own symbols.
 *
 * <pre>
 *  Net ─▶ Layers ─▶ Layout ─▶ Svg      nodes in columns, left to right; crossings few; boxes, lines and bends
 *  Net ─▶ Dot                          the graph for those who lay it out with Graphviz
 * </pre>
 *
 * The same net always gives the same picture. Depends on the model only.
 */
@NullMarked
package io.millrace.net.draw;

import org.jspecify.annotations.NullMarked;

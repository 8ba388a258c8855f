/**
 * Pictures of processes in all languages.
 *
 * <pre>
 *  Figure ─▶ Layers ─▶ Layout ─▶ Painter ─▶ Svg      a text for browsers and documents, light and dark
 *  (nodes,   columns   boxes,               Png      an image, drawn with the JDK's own graphics
 *   edges,             lines, rows
 *   regions)
 * </pre>
 *
 * Languages turn their processes into figures; this package is independent of languages, and depends on the JDK only. The same figure
 * always gives the same picture.
 */
@NullMarked
package io.millrace.draw;

import org.jspecify.annotations.NullMarked;

/**
 * Nets in files: YAWL's XML and facts, both ways.
 *
 * <pre>
 *  text ─▶ XmlParser ─▶ Xml ─▶ Upgrade ─▶ YawlReader ─▶ Specification    the tree, as schema 4.0, stays with the specification
 *  Specification + its tree ─▶ YawlWriter ─▶ Xml ─▶ text                what was not changed is written as it was read
 *  text ─▶ FactsReader ─▶ Specification ─▶ FactsWriter ─▶ text
 * </pre>
 *
 * {@link io.millrace.net.file.NetFile} is the way in. Nothing here does IO or runs a net.
 */
@NullMarked
package io.millrace.net.file;

import org.jspecify.annotations.NullMarked;

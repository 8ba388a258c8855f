/**
 * Plain Petri nets in the files of other tools: LoLA's text form and PNML are read, PNML is written.
 *
 * <pre>
 *  text ─▶ Lola ─────────────────┐
 *  text ─▶ XmlParser ─▶ Pnml ────┴▶ PlainNetBuilder ─▶ PlainNet ─▶ PnmlWriter ─▶ text
 *  Specification ─▶ PlainForm ──────────────────────▶ PlainNet ─▶ PlainPicture ─▶ the picture of a net
 * </pre>
 *
 * {@link io.millrace.verify.file.PlainNetFile} is the way in. Nothing here does IO.
 */
@NullMarked
package io.millrace.verify.file;

import org.jspecify.annotations.NullMarked;

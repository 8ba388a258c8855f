/**
 * Texts that people and other tools wrote, with the place of everything in them: XML as a tree, without document types or entities, and
 * what is wrong in a text, with the line and a mark under the place. It is shared by whatever reads nets, in this language or for
 * verification; it knows none of the forms that it serves. Does no IO.
 */
@NullMarked
package io.millrace.net.text;

import org.jspecify.annotations.NullMarked;

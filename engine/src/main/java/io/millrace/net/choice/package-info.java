/**
 * What the predicates of a split allow, without data: which branches go together, exclude each other, or are taken only when no
 * other is. A predicate becomes a {@link io.millrace.net.choice.Formula} over facts that data decides; whatever is not understood is a
 * fact of its own, known by its text. Used by whoever looks at all ways a case can go. Depends on the model of nets, {@code data} and {@code logic}.
 */
@NullMarked
package io.millrace.net.choice;

import org.jspecify.annotations.NullMarked;

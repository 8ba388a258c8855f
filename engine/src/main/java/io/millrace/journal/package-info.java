/**
 * The storage contract: ordered tables of bytes, changed by atomic batches that are durable when they return.
 * Everything the engine knows (events, snapshots, indexes) is laid out over these tables by the kernel, once, so a
 * store is small and knows nothing of workflow. Depends on {@code problem} only.
 */
@NullMarked
package io.millrace.journal;

import org.jspecify.annotations.NullMarked;

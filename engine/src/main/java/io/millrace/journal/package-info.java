/**
 * The storage contract: ordered tables of bytes, changed by atomic batches that are durable when they return. The kernel maps all data of
 * the engine (events, snapshots, indexes) to these tables, so a store is small and independent of workflow. Depends on {@code problem}
 * only.
 */
@NullMarked
package io.millrace.journal;

import org.jspecify.annotations.NullMarked;

/**
 * What changes in a turn: cases, mailboxes, keys, registries, participants and pools, their states, what they decide, and the ledger in
 * which a turn writes it down. Loads entities from snapshots and events.
 */
@NullMarked
package io.millrace.kernel.entity;

import org.jspecify.annotations.NullMarked;

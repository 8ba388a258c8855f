/**
 * The embedded store: one directory, one RocksDB inside it, one process at a time. Besides the rows it keeps what
 * RocksDB alone cannot promise: who holds the directory, which format it has, and that no acknowledged commit is
 * missing after an accident. Depends on {@code journal} and {@code problem} of the engine, and on RocksDB.
 */
@NullMarked
package io.millrace.store.rocksdb;

import org.jspecify.annotations.NullMarked;

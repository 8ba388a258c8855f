/**
 * The embedded store: one directory, one RocksDB inside it, one process at a time. In addition to the rows it keeps what RocksDB alone
 * cannot guarantee: the lock of the directory, its format, and that no acknowledged commit is missing after a crash. Depends on {@code
 * journal} and {@code problem} of the engine, and on RocksDB.
 */
@NullMarked
package io.millrace.store.rocksdb;

import org.jspecify.annotations.NullMarked;

/** Tests of the embedded store with real accidents: killed processes, damaged files, full disks. */
@NullMarked
package io.millrace.store.rocksdb;

import org.jspecify.annotations.NullMarked;

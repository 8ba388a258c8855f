/**
 * Where turns run: a lane for some shards, the heap of loaded entities, the commits, and what happens when something fails.
 */
@NullMarked
package io.millrace.kernel.lane;

import org.jspecify.annotations.NullMarked;

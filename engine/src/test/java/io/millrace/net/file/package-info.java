/** Tests of nets in files. */
@NullMarked
package io.millrace.net.file;

import org.jspecify.annotations.NullMarked;

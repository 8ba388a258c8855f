/** Tests of plain nets in files. */
@NullMarked
package io.millrace.verify.file;

import org.jspecify.annotations.NullMarked;

/** Tests of pictures of nets. */
@NullMarked
package io.millrace.net.draw;

import org.jspecify.annotations.NullMarked;

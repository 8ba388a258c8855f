@NullMarked
package io.millrace.net.text;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.net.choice;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.cli.serve;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.millrace.server.ui;

import org.jspecify.annotations.NullMarked;

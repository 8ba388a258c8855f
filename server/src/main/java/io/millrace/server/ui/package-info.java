/** The web interface: the files that its build makes, on their way to a browser. It knows nothing of the engine. */
@NullMarked
package io.millrace.server.ui;

import org.jspecify.annotations.NullMarked;

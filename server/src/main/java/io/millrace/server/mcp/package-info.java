/**
 * Programs that take part by the Model Context Protocol: they see their worklist, claim and complete work, start cases, and ask why and
 * what happened. Every tool calls endpoints of the interface, so that rights, tenants, limits and the log of acts are those of HTTP. The
 * classes of the protocol's SDK, and its JSON library, are used in this package only.
 */
@NullMarked
package io.millrace.server.mcp;

import org.jspecify.annotations.NullMarked;

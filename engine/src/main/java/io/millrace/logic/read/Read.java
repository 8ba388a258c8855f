package io.millrace.logic.read;

import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.List;
import java.util.Map;

/**
 * A term that was read, with its variables and its place in the text.
 *
 * @param names the named variables in the order in which they appear; {@code _} has no name
 * @param variables all variables in the order in which they appear
 * @param singletons the names that appear once and do not begin with an underscore
 * @param start where the text of the term begins
 * @param end where it ends, behind the full stop
 */
public record Read(
        Term term, Map<String, Var> names, List<Var> variables, List<String> singletons, int start, int end) {}

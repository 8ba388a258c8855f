package io.millrace.xquery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import net.sf.saxon.expr.ArithmeticExpression;
import net.sf.saxon.expr.AtomicSequenceConverter;
import net.sf.saxon.expr.AxisExpression;
import net.sf.saxon.expr.CastExpression;
import net.sf.saxon.expr.CastableExpression;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.GeneralComparison;
import net.sf.saxon.expr.Literal;
import net.sf.saxon.expr.Operand;
import net.sf.saxon.expr.SimpleStepExpression;
import net.sf.saxon.expr.StringLiteral;
import net.sf.saxon.expr.SystemFunctionCall;
import net.sf.saxon.expr.UserFunctionCall;
import net.sf.saxon.expr.instruct.GlobalVariable;
import net.sf.saxon.expr.instruct.UserFunction;
import net.sf.saxon.expr.flwor.TupleExpression;
import net.sf.saxon.functions.hof.UserFunctionReference;
import net.sf.saxon.om.FunctionItem;
import net.sf.saxon.om.GroundedValue;
import net.sf.saxon.om.Item;
import net.sf.saxon.query.XQueryExpression;
import net.sf.saxon.query.XQueryFunction;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.value.NumericValue;
import org.jspecify.annotations.Nullable;

/**
 * Puts a counter between every expression of a compiled query and its operands, functions and variables included, and refuses
 * what cannot be counted or would not give the same value again.
 */
final class Metering {
    /** Functions whose cost is the product of the sizes of their arguments. */
    private static final Set<String> PRODUCTS =
            Set.of("contains", "substring-before", "substring-after", "ends-with", "string-join", "index-of", "contains-token", "deep-equal");

    /** Functions that give another value each time, or reach what cannot be seen here. */
    private static final Set<String> REFUSED = Set.of("random-number-generator", "generate-id", "function-lookup", "load-xquery-module", "transform");

    private static final int WIDEST = 999;
    private static final Pattern WIDE = Pattern.compile(",[^\\]]*\\d{4}");

    static final int DEEPEST = 1_000;
    private static final int SHALLOW = 60;

    private final Set<Object> done = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean deep;

    /** @return whether evaluating it needs a deep stack */
    static boolean of(XQueryExpression query) throws XPathException {
        Metering metering = new Metering();
        for (XQueryFunction function : functions(query)) {
            metering.function(function.getUserFunction());
        }
        for (GlobalVariable variable : query.getPackageData().getGlobalVariableList()) {
            Expression body = variable.getBody();
            if (body != null && metering.done.add(variable)) {
                variable.setBody(metering.counted(body, 1));
            }
        }
        query.setBody(metering.counted(query.getBody(), 1));
        return metering.deep;
    }

    private static List<XQueryFunction> functions(XQueryExpression query) {
        List<XQueryFunction> functions = new ArrayList<>();
        query.getMainModule().getGlobalFunctionLibrary().getFunctionDefinitions().forEach(functions::add);
        return functions;
    }

    private void function(@Nullable UserFunction function) throws XPathException {
        if (function != null && done.add(function)) {
            deep = true;
            function.setBody(counted(function.getBody(), 1));
        }
    }

    private Expression counted(Expression expression, int depth) throws XPathException {
        inside(expression, depth);
        return isSmall(expression) ? expression : new Metered(expression);
    }

    private void inside(Expression expression, int depth) throws XPathException {
        if (depth > DEEPEST) {
            throw new XPathException("it nests deeper than " + DEEPEST + " expressions");
        }
        deep |= depth > SHALLOW;
        refuse(expression);
        if (expression instanceof UserFunctionReference reference) {
            function(reference.getNominalTarget());
        }
        if (expression instanceof UserFunctionCall call) {
            function(call.getFunction());
        }
        List<Operand> operands = new ArrayList<>();
        expression.operands().forEach(operands::add);
        Meter.@Nullable Siblings siblings = multiply(expression) ? new Meter.Siblings(operands.size(), square(expression)) : null;
        int axis = expression instanceof SimpleStepExpression step && step.getStep() instanceof AxisExpression one ? one.getAxis() : Metered.NO_AXIS;
        for (int i = 0; i < operands.size(); i++) {
            Operand operand = operands.get(i);
            Expression child = operand.getChildExpression();
            inside(child, depth + 1);
            Metered.Check check = check(expression, i);
            boolean free = isSmall(child) && check.equals(Metered.Check.NONE);
            if (!operand.getOperandRole().isConstrainedClass() && !free && !isCast(expression, child)) {
                operand.setChildExpression(new Metered(child, siblings, i, axis, check));
            }
        }
    }

    /** Saxon relies on the class of these operands without saying so. What they give is counted elsewhere. */
    private static boolean isCast(Expression expression, Expression child) {
        return expression instanceof SimpleStepExpression && child instanceof AxisExpression || expression instanceof TupleExpression;
    }

    private static Metered.Check check(Expression expression, int operand) {
        if (!(expression instanceof SystemFunctionCall call) || operand != 1) {
            return Metered.Check.NONE;
        }
        return switch (call.getFunctionName().getLocalPart()) {
            case "round", "round-half-to-even" -> Metering::precision;
            case "format-date", "format-dateTime", "format-time" -> Metering::picture;
            default -> Metered.Check.NONE;
        };
    }

    private static void precision(Item item) {
        if (item instanceof NumericValue number && Math.abs(number.getDoubleValue()) > WIDEST) {
            throw new Meter.Exhausted("A precision of more than " + WIDEST + " digits is refused", null);
        }
    }

    /** Whether a constant may be a picture of a date with a large width. */
    static boolean isWide(Expression expression) {
        return expression instanceof StringLiteral literal && WIDE.matcher(literal.stringify()).find();
    }

    private static void picture(Item item) {
        if (WIDE.matcher(item.getStringValue()).find()) {
            throw new Meter.Exhausted("A width of more than " + WIDEST + " characters is refused", null);
        }
    }

    /** To read a number from digits, or to write it, takes the square of their number. */
    private static boolean square(Expression expression) {
        return expression instanceof CastExpression
                || expression instanceof CastableExpression
                || expression instanceof AtomicSequenceConverter;
    }

    private static boolean multiply(Expression expression) {
        return expression instanceof GeneralComparison
                || expression instanceof ArithmeticExpression
                || square(expression)
                || expression instanceof SystemFunctionCall call && PRODUCTS.contains(call.getFunctionName().getLocalPart());
    }

    private static void refuse(Expression expression) throws XPathException {
        if (expression instanceof SystemFunctionCall call) {
            refuse(call.getFunctionName().getLocalPart());
        }
        if (expression instanceof Literal literal) {
            for (Item item : literal.getGroundedValue().asIterable()) {
                if (!(item instanceof FunctionItem function)) {
                    break;
                }
                if (function.getFunctionName() != null) {
                    refuse(function.getFunctionName().getLocalPart());
                }
            }
        }
    }

    private static void refuse(String function) throws XPathException {
        if (REFUSED.contains(function)) {
            throw new XPathException("an expression of a net gives the same value each time, so '" + function + "' is refused");
        }
    }

    /** One constant costs nothing beyond what the text of the expression does. */
    private static boolean isSmall(Expression expression) {
        return expression instanceof Literal literal && isSmall(literal.getGroundedValue());
    }

    private static boolean isSmall(GroundedValue value) {
        return value.getLength() <= 1;
    }
}

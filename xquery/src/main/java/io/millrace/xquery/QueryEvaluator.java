package io.millrace.xquery;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Expression;
import io.millrace.net.Multiplicity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.value.DateTimeValue;

/** Evaluates the XPath and XQuery of one deployment. Safe for many threads: what is compiled is shared, nothing else is. */
final class QueryEvaluator implements Evaluator {
    /** The field under which a simple value of an instance waits for the join. */
    private static final String SIMPLE = "value";

    private final Queries queries;
    private final Limits limits;

    QueryEvaluator(Queries queries, Limits limits) {
        this.queries = queries;
        this.limits = limits;
    }

    /** An evaluation, with the meter that counts it. */
    private interface Work<T> {
        T run(Meter meter) throws SaxonApiException, XPathException;
    }

    private <T> T metered(Expression expression, Scope scope, Work<T> work) {
        String text = text(expression);
        Meter meter = new Meter(limits, scope.budget());
        try {
            return meter.during(() -> work.run(meter));
        } catch (EvaluationException e) {
            String shown = text.length() > 120 ? text.substring(0, 120) + "…" : text;
            throw new EvaluationException("'" + shown + "': " + e.getMessage(), e);
        }
    }

    private static String text(Expression expression) {
        if (expression instanceof Expression.XQuery query) {
            return query.text();
        }
        throw new EvaluationException("This is not an XQuery: " + expression);
    }

    @Override
    public Data value(Expression expression, Shape shape, Scope scope) {
        return metered(expression, scope, meter -> new ReadValue().value(run(meter, text(expression), document(scope), scope.now()), shape));
    }

    @Override
    public boolean holds(Expression predicate, Scope scope) {
        return metered(predicate, scope, meter -> {
            XdmValue result = run(meter, Queries.predicate(text(predicate)), document(scope), scope.now());
            return result.size() == 1 && result.itemAt(0).getStringValue().equals("true");
        });
    }

    private XdmNode document(Scope scope) throws SaxonApiException {
        return DataDocument.ofVariables(queries.sandbox().processor(), scope.root(), scope.data());
    }

    private XdmValue run(Meter meter, String query, XdmItem context, Instant now) throws SaxonApiException, XPathException {
        Sandbox.Query compiled = queries.get(query);
        XQueryEvaluator evaluator = compiled.executable().load();
        evaluator.setErrorReporter(error -> {});
        evaluator.setContextItem(context);
        // The clock of an expression is the turn's, so that the same turn decides the same again.
        evaluator.getUnderlyingQueryContext().setCurrentDateTime(DateTimeValue.fromJavaInstant(now));
        return compiled.deep() ? deeply(meter, evaluator) : evaluator.evaluate();
    }

    private static XdmValue deeply(Meter meter, XQueryEvaluator evaluator) throws SaxonApiException, XPathException {
        try {
            return DeepStack.call(() -> meter.attached(evaluator::evaluate));
        } catch (SaxonApiException | XPathException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new SaxonApiException(e);
        }
    }

    /** What is split is an element; it becomes the root of a document of its own, to which the splitting query is put. */
    @Override
    public List<Data> split(Multiplicity.Split split, Shape each, Scope scope) {
        return metered(split.from(), scope, meter -> {
            XdmValue whole = run(meter, text(split.from()), document(scope), scope.now());
            XdmValue parts = whole;
            if (split.by() != null && whole.size() == 1 && whole.itemAt(0) instanceof XdmNode node) {
                parts = run(meter, text(split.by()), alone(node), scope.now());
            }
            List<Data> values = new ArrayList<>();
            for (XdmItem part : parts) {
                values.add(new ReadValue().item(part, each));
            }
            return values;
        });
    }

    private XdmNode alone(XdmNode node) throws SaxonApiException {
        if (node.getNodeKind() == XdmNodeKind.DOCUMENT) {
            return node;
        }
        XQueryEvaluator copy = queries.get("document { . }").executable().load();
        copy.setContextItem(node);
        return (XdmNode) copy.evaluateSingle();
    }

    @Override
    public Data contribution(Multiplicity.Join join, Scope scope) {
        return metered(join.each(), scope, meter -> {
            XdmValue given = run(meter, text(join.each()), document(scope), scope.now());
            Map<String, List<Data>> elements = new LinkedHashMap<>();
            for (XdmItem item : given) {
                boolean element = item instanceof XdmNode node && node.getNodeKind() == XdmNodeKind.ELEMENT;
                String name = element ? DataDocument.decoded(((XdmNode) item).getNodeName().getLocalName()) : SIMPLE;
                elements.computeIfAbsent(name, made -> new ArrayList<>()).add(new ReadValue().item(item, Shape.any()));
            }
            return Data.of(elements);
        });
    }

    @Override
    public Data join(Multiplicity.Join join, List<Data> contributions, Shape shape, Scope scope) {
        Map<String, List<Data>> all = new LinkedHashMap<>();
        for (Data contribution : contributions) {
            if (contribution instanceof Data.Fields fields) {
                fields.asMap().forEach((name, values) -> {
                    List<Data> list = all.computeIfAbsent(name, made -> new ArrayList<>());
                    if (values instanceof Data.Items items) {
                        list.addAll(items.asList());
                    } else {
                        list.add(values);
                    }
                });
            }
        }
        Expression by = join.by();
        if (by == null) {
            return Data.of(all);
        }
        return metered(by, scope, meter -> {
            XdmNode document = DataDocument.ofFields(queries.sandbox().processor(), scope.root(), Data.of(all));
            return new ReadValue().value(run(meter, text(by), document, scope.now()), shape);
        });
    }
}

package io.millrace.xquery;

import net.sf.saxon.event.Outputter;
import net.sf.saxon.event.ProxyOutputter;
import net.sf.saxon.expr.AxisExpression;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.expr.elab.BooleanEvaluator;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.ItemEvaluator;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.elab.PushEvaluator;
import net.sf.saxon.expr.elab.SequenceEvaluator;
import net.sf.saxon.expr.elab.UnicodeStringEvaluator;
import net.sf.saxon.expr.instruct.TraceExpression;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.s9api.Location;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.value.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * A part of an expression that counts what passes through it. It stands between an expression and one of its operands, as
 * Saxon's own expression for tracing does, whose place in the compiler it takes.
 */
final class Metered extends TraceExpression {
    static final int NO_AXIS = -1;

    private final Expression child;
    private final Meter.@Nullable Siblings siblings;
    private final int index;
    private final int axis;
    private final Check check;

    /** Refuses an item that would make an expression expensive. */
    interface Check {
        Check NONE = item -> {};

        void item(Item item);
    }

    Metered(Expression child) {
        this(child, null, 0, NO_AXIS, Check.NONE);
    }

    /**
     * @param siblings those whose sizes multiply the cost, of which this is one
     * @param axis the axis that is searched from each node that passes
     */
    Metered(Expression child, Meter.@Nullable Siblings siblings, int index, int axis, Check check) {
        super(child);
        this.check = check;
        this.child = child;
        this.siblings = siblings;
        this.index = index;
        this.axis = axis;
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new Metered(getChild().copy(rebindings), siblings, index, axis, check);
    }

    @Override
    public Elaborator getElaborator() {
        return new Counting(this);
    }

    private Meter begin(XPathContext context) {
        Meter meter = Meter.current();
        meter.step(1);
        if (siblings != null) {
            meter.begin(siblings, index);
        }
        if (child instanceof AxisExpression step && context.getContextItem() instanceof NodeInfo node) {
            TreeSize.walk(node, step.getAxis(), meter);
        }
        return meter;
    }

    private void pass(Meter meter, @Nullable Item item) {
        if (axis != NO_AXIS && item instanceof NodeInfo node) {
            TreeSize.walk(node, axis, meter);
        }
        if (item != null) {
            check.item(item);
            weigh(meter, Meter.weight(item));
        }
    }

    private void weigh(Meter meter, long weight) {
        meter.step(weight);
        if (siblings != null) {
            meter.combine(siblings, index, weight);
        }
    }

    private static final class Counting extends Elaborator {
        private final Metered metered;

        Counting(Metered metered) {
            this.metered = metered;
        }

        private Elaborator child() {
            return metered.getChild().makeElaborator();
        }

        /**
         * Saxon learns from earlier evaluations whether to be lazy, which would make the number of steps depend on the past.
         * Here a value is computed where it is bound, unless it must not be.
         */
        @Override
        public SequenceEvaluator lazily(boolean repeatable, boolean required) {
            return required ? super.lazily(repeatable, true) : eagerly();
        }

        @Override
        public PullEvaluator elaborateForPull() {
            PullEvaluator base = child().elaborateForPull();
            return context -> {
                Meter meter = metered.begin(context);
                meter.enter();
                try {
                    return new Items(metered, base.iterate(context));
                } finally {
                    meter.leave();
                }
            };
        }

        @Override
        public PushEvaluator elaborateForPush() {
            PushEvaluator base = child().elaborateForPush();
            return (out, context) -> {
                Meter meter = metered.begin(context);
                meter.enter();
                try {
                    return base.processLeavingTail(out instanceof Counted ? out : new Counted(out, meter), context);
                } finally {
                    meter.leave();
                }
            };
        }

        @Override
        public ItemEvaluator elaborateForItem() {
            ItemEvaluator base = child().elaborateForItem();
            return context -> {
                Meter meter = metered.begin(context);
                meter.enter();
                try {
                    Item item = base.eval(context);
                    metered.pass(meter, item);
                    return item;
                } finally {
                    meter.leave();
                }
            };
        }

        @Override
        public BooleanEvaluator elaborateForBoolean() {
            BooleanEvaluator base = child().elaborateForBoolean();
            return context -> {
                Meter meter = metered.begin(context);
                meter.enter();
                try {
                    return base.eval(context);
                } finally {
                    meter.leave();
                }
            };
        }

        @Override
        public UnicodeStringEvaluator elaborateForUnicodeString(boolean zeroLengthWhenAbsent) {
            UnicodeStringEvaluator base = child().elaborateForUnicodeString(zeroLengthWhenAbsent);
            return context -> {
                Meter meter = metered.begin(context);
                meter.enter();
                try {
                    UnicodeString text = base.eval(context);
                    if (text != null) {
                        metered.check.item(new StringValue(text));
                        metered.weigh(meter, Meter.ofText(text.length()));
                    }
                    return text;
                } finally {
                    meter.leave();
                }
            };
        }
    }

    /** The items of a part, counted as they are taken. */
    private static final class Items implements SequenceIterator {
        private final Metered metered;
        private final SequenceIterator items;

        Items(Metered metered, SequenceIterator items) {
            this.metered = metered;
            this.items = items;
        }

        @Override
        public @Nullable Item next() {
            Meter meter = Meter.current();
            meter.enter();
            try {
                Item item = items.next();
                metered.pass(meter, item);
                return item;
            } finally {
                meter.leave();
            }
        }

        @Override
        public void close() {
            items.close();
        }
    }

    /** What is written into a new tree: text and copies weigh as much as they are large. */
    private static final class Counted extends ProxyOutputter {
        private final Meter meter;

        Counted(Outputter out, Meter meter) {
            super(out);
            this.meter = meter;
        }

        @Override
        public void characters(UnicodeString text, Location location, int properties) throws XPathException {
            meter.step(Meter.ofText(text.length()));
            super.characters(text, location, properties);
        }

        @Override
        public void append(Item item, Location location, int properties) throws XPathException {
            count(item);
            super.append(item, location, properties);
        }

        @Override
        public void append(Item item) throws XPathException {
            count(item);
            super.append(item);
        }

        private void count(Item item) {
            if (item instanceof NodeInfo node) {
                TreeSize.copy(node, meter);
            } else {
                meter.step(Meter.weight(item));
            }
        }
    }
}

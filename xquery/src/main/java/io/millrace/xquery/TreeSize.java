package io.millrace.xquery;

import net.sf.saxon.om.AxisInfo;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.pattern.AnyNodeTest;
import net.sf.saxon.tree.iter.AxisIterator;
import net.sf.saxon.type.Type;

/** Counts the nodes that an expression copies or searches. */
final class TreeSize {
    private TreeSize() {}

    /** Accounts for a node that is copied with everything below it. */
    static void copy(NodeInfo node, Meter meter) {
        AxisIterator all = node.iterateAxis(AxisInfo.DESCENDANT_OR_SELF, AnyNodeTest.getInstance());
        for (NodeInfo each = all.next(); each != null; each = all.next()) {
            boolean parent = each.getNodeKind() == Type.ELEMENT || each.getNodeKind() == Type.DOCUMENT;
            meter.step(parent ? 1 : Meter.ofText(each.getUnicodeStringValue().length()));
        }
    }

    /** Looks at every node of an axis, since that is what finding some of them costs. */
    static void walk(NodeInfo node, int axis, Meter meter) {
        AxisIterator all = node.iterateAxis(axis, AnyNodeTest.getInstance());
        while (all.next() != null) {
            meter.move();
        }
    }
}

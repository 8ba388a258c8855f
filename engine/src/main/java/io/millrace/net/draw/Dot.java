package io.millrace.net.draw;

import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A specification in Graphviz' language, a cluster for each net. Joins and splits are named beside the title. */
public final class Dot {
    private final StringBuilder out = new StringBuilder();

    private Dot() {}

    /** The text of a directed graph, ready for Graphviz' {@code dot}. Nodes of different nets have different identifiers. */
    public static String of(Specification specification) {
        Dot dot = new Dot();
        dot.out.append("digraph ").append(quoted(specification.name())).append(" {\n  rankdir=LR;\n  node [fontname=Helvetica, fontsize=11];\n");
        int number = 0;
        for (Net net : specification.nets()) {
            dot.net(net, number++);
        }
        return dot.out.append("}\n").toString();
    }

    private void net(Net net, int number) {
        out.append("  subgraph cluster_").append(number).append(" {\n    label=").append(quoted(net.title())).append(";\n");
        for (Condition condition : net.conditions()) {
            String shape = switch (condition.kind()) {
                case INPUT -> "circle, style=bold, color=darkgreen";
                case OUTPUT -> "doublecircle, color=darkred";
                case INNER -> "circle";
            };
            node(number, condition.name(), condition.title(), shape);
        }
        for (NetTask task : net.tasks()) {
            String shape = task.multiplicity() != null ? "box3d" : "box";
            node(number, task.name(), label(task), task.isComposite() ? shape + ", peripheries=2" : shape);
        }
        for (Flow flow : net.flows()) {
            out.append("    ").append(id(number, flow.from())).append(" -> ").append(id(number, flow.to()));
            List<String> said = new ArrayList<>();
            if (flow.predicate() != null) {
                said.add(NetPicture.text(flow.predicate()));
            }
            if (flow.isDefault()) {
                said.add("otherwise");
            }
            String label = said.isEmpty() ? "" : "label=" + quoted(String.join(", or ", said)) + (flow.isDefault() ? ", style=bold" : "");
            out.append(label.isEmpty() ? ";\n" : " [" + label + "];\n");
        }
        for (NetTask task : net.tasks()) {
            for (String cancelled : task.cancels().nodes()) {
                out.append("    ").append(id(number, task.name())).append(" -> ").append(id(number, cancelled));
                out.append(" [style=dashed, color=red, arrowhead=odot, constraint=false];\n");
            }
        }
        out.append("  }\n");
    }

    private static String label(NetTask task) {
        String junctions = task.join().name().toLowerCase(Locale.ROOT) + " / " + task.split().name().toLowerCase(Locale.ROOT);
        return task.title() + "\n" + junctions;
    }

    private void node(int number, String name, String label, String shape) {
        out.append("    ").append(id(number, name)).append(" [label=").append(quoted(label)).append(", shape=").append(shape).append("];\n");
    }

    private static String id(int number, String name) {
        return quoted(number + "/" + name);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\r", "").replace("\n", "\\n") + '"';
    }
}

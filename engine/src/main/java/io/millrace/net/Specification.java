package io.millrace.net;

import io.millrace.work.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workflow specification: Definition 2, except that nets may be shared by tasks and may recurse, as they do in real
 * files.
 *
 * @param name its name, after which {@link #process() its process} is named; in a YAWL file the {@code uri}
 * @param nets all nets
 * @param root the name of the top net
 * @param orJoin how its OR-joins look ahead
 * @param end when its root net ends
 * @param attachment the further content of its file, or null
 * @param agents the pool of agents that the process defines, or null. Its tasks refer to them by the name of this pool; if the process is
 *     deployed under another name, the pool has that name
 */
public record Specification(
        String name,
        List<Net> nets,
        String root,
        OrJoin orJoin,
        End end,
        @Nullable Attachment attachment,
        @Nullable Pool agents) {

    public Specification {
        nets = List.copyOf(nets);
    }

    /** A specification without agents. */
    public Specification(
            String name, List<Net> nets, String root, OrJoin orJoin, End end, @Nullable Attachment attachment) {
        this(name, nets, root, orJoin, end, attachment, null);
    }

    /** A specification with the OR-joins of the paper, which ends when it is quiet ({@link End#QUIET}), without attachment and agents. */
    public static Specification of(String name, String root, List<Net> nets) {
        return new Specification(name, nets, root, OrJoin.PAPER, End.QUIET, null);
    }

    /** A copy with another reading of its OR-joins. */
    public Specification orJoin(OrJoin orJoin) {
        return new Specification(name, nets, root, orJoin, end, attachment, agents);
    }

    /** A copy with another rule for the end of its root net. */
    public Specification end(End end) {
        return new Specification(name, nets, root, orJoin, end, attachment, agents);
    }

    /** A copy with other further content of its file, or with none for null. */
    public Specification attach(@Nullable Attachment attachment) {
        return new Specification(name, nets, root, orJoin, end, attachment, agents);
    }

    /** The same with a pool of agents. */
    public Specification agents(@Nullable Pool agents) {
        return new Specification(name, nets, root, orJoin, end, attachment, agents);
    }

    /** A copy with another task of the same name in a net. */
    public Specification with(String net, NetTask changed) {
        List<Net> others = nets.stream().map(each -> each.name().equals(net) ? with(each, changed) : each).toList();
        return new Specification(name, others, root, orJoin, end, attachment, agents);
    }

    private static Net with(Net net, NetTask changed) {
        List<NetTask> tasks = net.tasks().stream().map(task -> task.name().equals(changed.name()) ? changed : task).toList();
        return new Net(net.name(), net.title(), net.conditions(), tasks, net.flows(), net.variables(), net.implicitTermination(), net.place());
    }

    /**
     * The name of the process that it is deployed as: its own, with a hyphen for each slash, since a slash stands between a process and a
     * net inside of it.
     */
    public String process() {
        return process(name);
    }

    /** The name of the process of a specification of this name. */
    public static String process(String name) {
        return name.replaceAll("/+", "-");
    }

    /** The net of this name, or null. */
    public @Nullable Net net(String name) {
        for (Net net : nets) {
            if (net.name().equals(name)) {
                return net;
            }
        }
        return null;
    }
}

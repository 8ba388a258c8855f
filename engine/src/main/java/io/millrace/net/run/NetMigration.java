package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.language.Compiled.Migrated;
import io.millrace.net.Decomposition;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import io.millrace.net.Semantics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether a case can go on under another version of its net: every condition that holds tokens and every task that runs or is
 * offered must be there, under its own name or the one that the mapping gives it, and a running task must still be done in the
 * same way. Everything that is missing is named.
 */
final class NetMigration {
    private static final String RENAMED = "renamed";

    private final NetGraph from;
    private final NetProcess to;
    private final Data mapping;
    private final List<String> missing = new ArrayList<>();
    /** The tasks that are under way, by their new names. */
    private final Map<String, String> taken = new HashMap<>();

    NetMigration(NetProcess from, NetProcess to, Data mapping) {
        this.from = from.graph();
        this.to = to;
        this.mapping = mapping;
    }

    Migrated of(NetState state) {
        for (int condition = 0; condition < from.conditions(); condition++) {
            if (state.marking.tokens(condition) > 0 && to.graph().conditionNamed(mapped(from.condition(condition))) < 0) {
                missing.add("condition '" + from.condition(condition) + "' holds a token and is missing in the new version");
            }
        }
        for (int task = 0; task < from.tasks(); task++) {
            TaskState known = state.known(task);
            if (state.marking.isBusy(task) || known != null && known.isReadied()) {
                check(task, state.marking.isBusy(task));
            }
        }
        if (!missing.isEmpty()) {
            return new Migrated.Not(String.join("; ", missing));
        }
        return new Migrated.To(Data.fields(RENAMED, renamed(state)));
    }

    /** The nodes that have another name in the new version. */
    private Map<String, String> renamed(NetState state) {
        Map<String, String> renamed = new TreeMap<>();
        Set<String> names = new TreeSet<>(state.doers.keySet());
        for (int condition = 0; condition < from.conditions(); condition++) {
            names.add(from.condition(condition));
        }
        for (int task = 0; task < from.tasks(); task++) {
            names.add(from.task(task).name());
        }
        for (String name : names) {
            if (!mapped(name).equals(name)) {
                renamed.put(name, mapped(name));
            }
        }
        return renamed;
    }

    /** The state under the new version. */
    static NetState apply(NetState state, Semantics to, Data changes) {
        Data renamed = changes.at(RENAMED);
        return state.under(to, name -> renamed.at(name) instanceof Data.Text other ? other.value() : name);
    }

    private void check(int task, boolean runs) {
        String name = from.task(task).name();
        int other = to.graph().taskNamed(mapped(name));
        String twin = taken.putIfAbsent(mapped(name), name);
        if (twin != null) {
            missing.add("tasks '" + twin + "' and '" + name + "' are open and would both become '" + mapped(name) + "'");
        } else if (other < 0) {
            missing.add("task '" + name + "' " + (runs ? "runs" : "is offered") + " and is missing in the new version");
        } else if (!isDoneAlike(from.task(task), to.graph().task(other))) {
            missing.add("task '" + name + "' " + (runs ? "runs" : "is offered") + " and is carried out differently in the new version");
        }
    }

    /** Whether work that is open under one version is what the other version would have made of the task. */
    private static boolean isDoneAlike(NetTask one, NetTask other) {
        if ((one.multiplicity() == null) != (other.multiplicity() == null)) {
            return false;
        }
        return switch (one.decomposition()) {
            case Decomposition.Routing routing -> other.decomposition() instanceof Decomposition.Routing;
            case Decomposition.SubNet sub -> other.decomposition() instanceof Decomposition.SubNet;
            case Decomposition.Atomic work ->
                other.decomposition() instanceof Decomposition.Atomic now
                        && work.work().doer().equals(now.work().doer())
                        && work.work().performers().equals(now.work().performers())
                        && work.resourcing().equals(now.resourcing());
        };
    }

    private String mapped(String name) {
        Data other = mapping.at(name);
        if (other instanceof Data.Text text) {
            return text.value();
        }
        if (name.startsWith("c(") && name.endsWith(")") && mapping instanceof Data.Fields) {
            String[] ends = name.substring(2, name.length() - 1).split(",", -1);
            return ends.length == 2 ? "c(" + mapped(ends[0]) + "," + mapped(ends[1]) + ")" : name;
        }
        return name;
    }
}

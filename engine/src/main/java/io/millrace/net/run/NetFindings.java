package io.millrace.net.run;

import io.millrace.language.Finding;
import io.millrace.net.Decomposition;
import io.millrace.net.Net;
import io.millrace.net.Resourcing;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.problem.Code;
import io.millrace.work.Doer;
import java.util.ArrayList;
import java.util.List;

/** What whoever deploys a net is told: expressions that do not compile, what is read and not enforced, what its reader noted. */
final class NetFindings {
    private NetFindings() {}

    static List<Finding> of(Specification specification, List<String> complaints, List<String> notes) {
        List<Finding> all = new ArrayList<>();
        complaints.forEach(each -> all.add(new Finding(Code.NET_EXPRESSION.with(each), 0, "")));
        for (Net net : specification.nets()) {
            TimerStates.wrong(net).forEach(each -> all.add(new Finding(Code.NET_EXPRESSION.with(each.what()), each.line(), "")));
            for (NetTask task : net.tasks()) {
                if (task.decomposition() instanceof Decomposition.Atomic work) {
                    int line = task.place() == null ? 0 : task.place().line();
                    for (String name : unenforced(net, work)) {
                        all.add(new Finding(Code.NET_UNENFORCED.with(task.name(), net.name(), name), line, ""));
                    }
                }
            }
        }
        notes.forEach(each -> all.add(new Finding(Code.NET_NOTE.with(each), 0, "")));
        return all;
    }

    /** What was read and is not enforced, by name. A case knows who has worked on its own net only. */
    private static List<String> unenforced(Net net, Decomposition.Atomic work) {
        Resourcing resourcing = work.resourcing();
        List<String> all = new ArrayList<>(resourcing.unenforced());
        boolean bySystem = resourcing.allocate() == Resourcing.Initiator.SYSTEM;
        if (work.work().doer() instanceof Doer.People) {
            if (bySystem && !resourcing.isFollowed()) {
                all.add("the allocator " + resourcing.allocator() + " (it goes by turns instead)");
            }
            if (!bySystem && resourcing.start() == Resourcing.Initiator.SYSTEM) {
                all.add("a start by the system once a user has claimed it");
            }
        }
        for (String other : resourcing.separateFrom()) {
            if (net.task(other) == null) {
                all.add("separation of duties from task '" + other + "' of another net");
            }
        }
        String familiar = resourcing.familiarWith();
        if (familiar != null && net.task(familiar) == null) {
            all.add("the participant of task '" + familiar + "' of another net");
        }
        return all;
    }
}

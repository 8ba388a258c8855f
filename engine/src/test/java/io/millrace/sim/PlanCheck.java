package io.millrace.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.Plan;
import io.millrace.query.CaseDetails;
import io.millrace.query.HistoryEvent;
import java.util.ArrayList;
import java.util.List;

/** Asks for the plan of an intervention, carries it out, and holds the plan against the events that the history shows then. */
public final class PlanCheck {
    private final Rig rig;
    private final CaseId id;
    private int possible;

    public PlanCheck(Rig rig, CaseId id) {
        this.rig = rig;
        this.id = id;
    }

    /** How many of the interventions were possible. */
    public int possible() {
        return possible;
    }

    public void hold(Command command) {
        CaseDetails before = rig.look(id);
        int told = rig.history(id).size();
        Plan plan = rig.plan(command);
        assertThat(rig.look(id)).as("a plan of %s changes nothing", command).isEqualTo(before);
        assertThat(rig.history(id)).as("a plan of %s records nothing", command).hasSize(told);
        Answer answer = rig.ask(command);
        if (answer instanceof Answer.Refused refused) {
            assertThat(plan.refusal()).as("the refusal of %s", command).isEqualTo(refused.problem());
            return;
        }
        assertThat(plan.refusal()).as("the plan of %s", command).isNull();
        possible++;
        List<HistoryEvent> all = rig.history(id);
        List<String> expected = new ArrayList<>();
        for (HistoryEvent event : all.subList(told, all.size())) {
            String needle = needle(event);
            if (!needle.isEmpty()) {
                expected.add(needle);
            }
        }
        assertThat(plan.steps()).as("%s", command).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(plan.steps().get(i)).as("%s: step %s of %s", command, i, plan).contains(expected.get(i));
        }
    }

    /** What the sentence for an event must have in it; empty for an event that a plan leaves out. */
    private static String needle(HistoryEvent event) {
        Data detail = event.detail();
        return switch (event.kind()) {
            case "WorkOffered" -> "Task '" + detail.at("task").text() + "' is offered as work item '" + event.caseId() + "#" + detail.at("work") + "'";
            case "WorkWithdrawn" -> "Work item '" + event.caseId() + "#" + detail.at("work") + "' of task '";
            case "WorkStarted", "WorkCompleted", "WorkFailed", "WorkAllocated" -> "Work item '" + event.caseId() + "#" + detail.at("work") + "'";
            case "CaseCompleted", "CaseFailed", "CaseCancelled", "CaseStarted", "CaseMigrated" -> "Case '" + event.caseId() + "'";
            case "TimerSet" -> detail.at("due").text();
            case "TimerCancelled" -> "is cancelled";
            case "SignalAwaited", "SignalForgotten" -> "for signal";
            case "IncidentRaised" -> "waits for an operator";
            case "IncidentResolved" -> "is resolved";
            case "TokensSet" -> detail.at("condition").text() + "'";
            case "TaskStopped" -> "'" + detail.at("task").text() + "' is stopped";
            case "TaskEntered" -> "'" + detail.at("task").text() + "' begins";
            case "TaskExited" -> "'" + detail.at("task").text() + "' ends";
            case "TaskFired" -> "'" + detail.at("task").text() + "' runs at once";
            case "TaskDisabled" -> "'" + detail.at("task").text() + "' is no longer enabled";
            case "TaskReadied" -> detail.at("work").equals(Data.of(0)) ? "'" + detail.at("task").text() + "' waits" : "";
            case "InstanceAdded", "InstanceCompleted", "TaskTroubled", "ChoiceDeferred" -> "'" + detail.at("task").text() + "'";
            case "VariableAssigned" -> "'" + detail.at("variable").text() + "' becomes " + Plan.shown(detail.at("value"));
            case "NetStuck" -> "Nothing can happen";
            case "TokensDropped" -> "are lost";
            case "TroubleOver" -> "tried again";
            case "SlotSet" -> "Slot '" + detail.at("slot").text() + "' becomes " + Plan.shown(detail.at("value"));
            case "FlowMoved" -> "Flow " + detail.at("flow") + " goes to";
            case "FlowsForked", "EachForked" -> "Flow " + detail.at("flow") + " forks";
            case "FlowEnded" -> "Flow " + detail.at("flow") + " ends";
            case "FlowFailed" -> "Flow " + detail.at("flow") + " fails";
            case "FlowsCancelled" -> "flow " + detail.at("flow") + " has forked";
            case "ResultCame" -> "work item " + detail.at("work");
            case "UndoForked", "UndoForgotten" -> "Flow " + detail.at("flow");
            case "PhaseEnded" -> "A phase runs " + detail.at("woken").asList().size() + " ";
            default -> "";
        };
    }
}

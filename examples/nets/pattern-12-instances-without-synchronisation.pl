% Multiple instances without synchronisation: a recall writes to every owner of a car, and reports to the authority without
% waiting for one of them. Both ways end by themselves, so the net ends without one last task.

process(recall).
termination(implicit).
initial_activity(announce).
and_split(announce, [write_to_owner, report]).
multiple(write_to_owner, 1, inf, inf, static).
instances(write_to_owner, variable(owners)).
final_activity(write_to_owner).
final_activity(report).

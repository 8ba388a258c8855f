% Multiple instances without synchronisation: a recall writes to every owner of a car, and reports to the authority without
% waiting for one of them. Each of the two ways puts a token into the output condition: the net is not sound, and means to
% be so.

process(recall).
initial_activity(announce).
and_split(announce, [write_to_owner, report]).
multiple(write_to_owner, 1, inf, inf, static).
instances(write_to_owner, variable(owners)).
final_activity(write_to_owner).
final_activity(report).

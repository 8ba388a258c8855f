% Deferred choice: an invitation waits for a yes, a no, a withdrawal by the host, or for three days to pass. Not data decides
% but whatever happens first.

process(invitation).
condition(open).
initial_activity(invite).
flow(invite, open).
flow(open, accept).
flow(open, decline).
flow(open, withdrawn).
flow(open, too_late).
event(withdrawn, signal(withdrawn, variable(guest), none)).
timer(too_late, after('P3D')).
sequential(accept, reserve_seat).
final_activity(reserve_seat).
final_activity(decline).
final_activity(withdrawn).
final_activity(too_late).

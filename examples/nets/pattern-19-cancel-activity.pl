% Cancel activity: an urgent repair is searched for by a technician until the customer calls that it works again. The call
% takes the search back, whether it has begun or not; the case goes on.

process(repair).
condition(searching).
condition(listening).
initial_activity(report).
and_split(report, [searching, listening]).
flow(searching, search).
flow(listening, works_again).
event(works_again, signal(works_again, variable(customer), none)).
cancels(search, [listening, works_again]).
cancels(works_again, [searching, search]).
xor_join([search, works_again], bill).
final_activity(bill).

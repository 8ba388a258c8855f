% Milestone: while an order is neither sent nor being sent, its address may be changed, as often as one likes. The change
% takes the token of the milestone and puts it back.

process(delivery).
condition(not_sent).
initial_activity(accept).
flow(accept, not_sent).
flow(not_sent, change_address).
flow(change_address, not_sent).
flow(not_sent, send).
final_activity(send).

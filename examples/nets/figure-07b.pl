% Figure 7(b) of the YAWL paper: the time-out cancels the payment only while nobody has begun with it; so only the condition
% before pay is emptied. Here a clerk takes the payment, because a task that waits for an event has begun as soon as it can.

process(bill).
condition(unpaid).
initial_activity(send_bill).
and_split(send_bill, [unpaid, time_out]).
flow(unpaid, pay).
timer(time_out, after('P7D')).
cancels(time_out, [unpaid]).
or_join([pay, time_out], close).
routing(close).
final_activity(close).

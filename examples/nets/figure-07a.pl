% Figure 7(a) of the YAWL paper: if the time-out comes before the payment is complete, it cancels the payment, begun or not. A
% time-out after the payment has nothing to cancel. The last task, which waits for both, is ours.

process(bill).
condition(unpaid).
initial_activity(send_bill).
and_split(send_bill, [unpaid, time_out]).
flow(unpaid, pay).
event(pay, signal(paid, variable(bill), none)).
timer(time_out, after('P7D')).
cancels(time_out, [unpaid, pay]).
or_join([pay, time_out], close).
routing(close).
final_activity(close).

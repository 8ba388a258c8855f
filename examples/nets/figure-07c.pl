% Figure 7(c) of the YAWL paper: the payment and the time-out cancel each other; after the time-out somebody cancels the
% order, and while that is going on a payment still comes in time.

process(bill).
condition(unpaid).
condition(waiting).
initial_activity(send_bill).
and_split(send_bill, [unpaid, waiting]).
flow(unpaid, pay).
event(pay, signal(paid, variable(bill), none)).
flow(waiting, time_out).
timer(time_out, after('P7D')).
sequential(time_out, cancel_order).
cancels(pay, [waiting, time_out, c(time_out, cancel_order), cancel_order]).
cancels(cancel_order, [unpaid, pay]).
final_activity(pay).
final_activity(cancel_order).

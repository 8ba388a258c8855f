% Figure 7(d) of the YAWL paper: as (c), but a reminder is sent after each time-out, and only when enough have been sent the
% order is cancelled. Whoever sends a reminder says how many there are now.

process(bill).
condition(unpaid).
condition(waiting).
initial_activity(send_bill).
and_split(send_bill, [unpaid, waiting]).
flow(unpaid, pay).
event(pay, signal(paid, variable(bill), none)).
flow(waiting, time_out).
timer(time_out, after('P7D')).
sequential(time_out, send_reminder).
xor_split(send_reminder, [(waiting, data(reminders, N), N < 4), (cancel_order, otherwise)]).
cancels(pay, [
    waiting, time_out, c(time_out, send_reminder), send_reminder, c(send_reminder, cancel_order), cancel_order
]).
cancels(cancel_order, [unpaid, pay]).
final_activity(pay).
final_activity(cancel_order).

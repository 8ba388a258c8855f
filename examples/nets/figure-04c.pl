% Figure 4(c) of the YAWL paper: the first booking is paid for, and with that the others are cancelled. What is cancelled are
% the tasks and the conditions around them; with the tasks alone, a booking that was offered or finished would live on.

process(trip).
initial_activity(register).
and_split(register, [flight, hotel, car]).
xor_join([flight, hotel, car], pay).
cancels(pay, [
    flight, hotel, car,
    c(register, flight), c(register, hotel), c(register, car),
    c(flight, pay), c(hotel, pay), c(car, pay)
]).
final_activity(pay).

% Figure 6(a) of the YAWL paper: paid if all three bookings succeed; otherwise cancelled, once all have been tried. Not sound:
% bookings that succeeded leave tokens before pay when another failed.

process(trip).
initial_activity(register).
and_split(register, [flight, hotel, car]).
xor_split(flight, [(pay, data(flight, booked)), (cancel, otherwise)]).
xor_split(hotel, [(pay, data(hotel, booked)), (cancel, otherwise)]).
xor_split(car, [(pay, data(car, booked)), (cancel, otherwise)]).
and_join([flight, hotel, car], pay).
or_join([flight, hotel, car], cancel).
final_activity(pay).
final_activity(cancel).

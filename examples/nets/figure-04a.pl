% Figure 4(a) of the YAWL paper: every booking is paid for by itself. Not sound, because pay puts a token into the output
% condition for each of them.

process(trip).
initial_activity(register).
or_split(register, [(flight, data(flight, true)), (hotel, data(hotel, true)), (car, otherwise)]).
xor_join([flight, hotel, car], pay).
final_activity(pay).

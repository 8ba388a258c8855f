% Figure 4(b) of the YAWL paper: all bookings that were asked for are paid for together.

process(trip).
initial_activity(register).
or_split(register, [(flight, data(flight, true)), (hotel, data(hotel, true)), (car, data(car, true), otherwise)]).
or_join([flight, hotel, car], pay).
final_activity(pay).

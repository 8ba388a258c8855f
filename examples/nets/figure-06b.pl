% Figure 6(b) of the YAWL paper: as (a), but the first booking that fails is enough for cancel, which takes the others back.

process(trip).
initial_activity(register).
and_split(register, [flight, hotel, car]).
xor_split(flight, [(pay, data(flight, booked)), (cancel, otherwise)]).
xor_split(hotel, [(pay, data(hotel, booked)), (cancel, otherwise)]).
xor_split(car, [(pay, data(car, booked)), (cancel, otherwise)]).
and_join([flight, hotel, car], pay).
xor_join([flight, hotel, car], cancel).
cancels(cancel, [
    flight, hotel, car,
    c(register, flight), c(register, hotel), c(register, car),
    c(flight, pay), c(hotel, pay), c(car, pay),
    c(flight, cancel), c(hotel, cancel), c(car, cancel)
]).
final_activity(pay).
final_activity(cancel).

% Figure 6(c) of the YAWL paper: the bookings are optional. Each tells decide that it is over and, if it failed, cancel as
% well. decide waits for all that were asked for; if one of them failed, it keeps its token for cancel to take. Not sound by
% its flows alone, which know nothing of what decide knows: pay could end the case beside a token before cancel.

process(trip).
initial_activity(register).
or_split(register, [(flight, data(flight, wanted)), (hotel, data(hotel, wanted)), (car, otherwise)]).
or_split(flight, [decide, (cancel, data(flight, failed))]).
or_split(hotel, [decide, (cancel, data(hotel, failed))]).
or_split(car, [decide, (cancel, data(car, failed))]).
or_join([flight, hotel, car, decide], decide).
xor_split(decide, [(decide, failed), (pay, otherwise)]).
xor_join([flight, hotel, car], cancel).
cancels(cancel, [
    flight, hotel, car, decide, pay,
    c(register, flight), c(register, hotel), c(register, car),
    c(flight, decide), c(hotel, decide), c(car, decide), c(decide, decide), c(decide, pay),
    c(flight, cancel), c(hotel, cancel), c(car, cancel)
]).
final_activity(pay).
final_activity(cancel).

failed :- data(flight, failed).
failed :- data(hotel, failed).
failed :- data(car, failed).

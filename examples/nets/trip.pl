% A trip as in Figure 4(b) of the YAWL paper: whichever of the three are wanted are booked side by side,
% then everything is paid at once.

initial_activity(register).
or_split(register, [
    (flight, data(flight, true)),
    (hotel, data(hotel, true)),
    (car, otherwise)
]).
or_join([flight, hotel, car], pay).
final_activity(pay).

variable(flight, input, boolean).
variable(hotel, input, boolean).

role(pay, clerk).
title(pay, 'Pay for everything').

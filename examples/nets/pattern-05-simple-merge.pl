% Simple merge: an order comes in by telephone or by letter; either way it is then filled, without waiting for the other.

process(order).
initial_activity(open).
xor_split(open, [(call, data(channel, telephone)), (letter, otherwise)]).
xor_join([call, letter], fill).
final_activity(fill).

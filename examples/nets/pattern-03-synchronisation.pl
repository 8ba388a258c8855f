% Synchronisation: a flat is handed over when the deposit has come and the keys are cut, in whichever order.
% A task that only routes begins both.

process(letting).
initial_activity(begin).
routing(begin).
and_split(begin, [deposit, keys]).
and_join([deposit, keys], hand_over).
final_activity(hand_over).

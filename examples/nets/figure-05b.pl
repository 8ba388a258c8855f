% Figure 5(b) of the YAWL paper, Cancel case: cancel empties everything and puts one token into the output condition. The
% frame is ours: the paper draws no more than a cloud.

process(cancel_case).
condition(alive).
initial_activity(begin).
routing(begin).
and_split(begin, [first, second, alive]).
sequential(first, third).
and_join([third, second, alive], finish).
flow(alive, cancel).
cancels(cancel, [
    first, second, third,
    c(begin, first), c(begin, second), c(first, third), c(third, finish), c(second, finish)
]).
final_activity(finish).
final_activity(cancel).

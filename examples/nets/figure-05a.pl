% Figure 5(a) of the YAWL paper, Cancel activity: cancel takes away whatever is in the input conditions of activity, and
% activity itself. The frame around the two tasks is ours: the paper draws no more than them.

process(cancel_activity).
condition(ready).
condition(asked).
initial_activity(begin).
routing(begin).
and_split(begin, [ready, asked]).
flow(ready, activity).
flow(asked, cancel).
cancels(cancel, [ready, activity]).
or_join([activity, cancel], finish).
final_activity(finish).

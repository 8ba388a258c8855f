% Multiple instances with a number known at run time: an order has as many lines as it has, one to ten, and each is picked.
% The number is known when picking begins, and stays.

process(picking).
initial_activity(take_order).
sequential(take_order, pick_line).
multiple(pick_line, 1, 10, inf, static).
instances(pick_line, variable(lines)).
sequential(pick_line, pack).
final_activity(pack).

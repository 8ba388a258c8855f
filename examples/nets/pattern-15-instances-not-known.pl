% Multiple instances with a number not known beforehand: after an accident the witnesses are heard, and while they are heard,
% others are named.

process(accident).
initial_activity(record).
sequential(record, hear).
multiple(hear, 1, 4, inf, dynamic).
instances(hear, variable(witnesses)).
sequential(hear, conclude).
final_activity(conclude).

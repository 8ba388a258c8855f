% Interleaved parallel routing: a recruit is measured, weighed and has their eyes tested, in any order, but never two at once:
% all three need the one token in the condition room.

process(recruit).
condition(room).
initial_activity(enrol).
and_split(enrol, [measure, weigh, eyes, room]).
and_join([enrol, room], measure).
and_join([enrol, room], weigh).
and_join([enrol, room], eyes).
and_split(measure, [decide, room]).
and_split(weigh, [decide, room]).
and_split(eyes, [decide, room]).
and_join([measure, weigh, eyes, room], decide).
final_activity(decide).

% A paper is registered; then two reviews go on side by side, and an editor decides.
initial_activity(register).
and_split(register, [review, check]).
and_join([review, check], decide).
final_activity(decide).

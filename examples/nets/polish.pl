% A loop that is checked before its first iteration: a smooth board is not sanded at all.
initial_activity(cut).
serial(cut, block(polish), data(rough, true)).
initial(block(polish), sand).
sequential(sand, check).
final(block(polish), check).
serial(block(polish), paint).
final_activity(paint).

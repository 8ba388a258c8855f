initial_activity(paint).
final_activity(paint).

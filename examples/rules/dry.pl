initial_activity(dry).
final_activity(dry).

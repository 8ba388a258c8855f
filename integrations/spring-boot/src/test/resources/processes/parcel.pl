initial_activity(pack).
sequential(pack, send).
final_activity(send).

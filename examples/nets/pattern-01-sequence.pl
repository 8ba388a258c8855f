% Sequence: a parcel is picked, then packed, then shipped.

process(parcel).
initial_activity(pick).
sequential(pick, pack).
sequential(pack, ship).
final_activity(ship).

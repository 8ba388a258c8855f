% Figure 3(b) of the YAWL paper: any number of witness statements, and more of them while some are still being taken.

process(witnesses).
net(witnesses).
initial_activity(register_witnesses).
sequential(register_witnesses, process_witness_statement).
composite(process_witness_statement, statement).
multiple(process_witness_statement, 1, inf, inf, dynamic).
instances(process_witness_statement, variable(witnesses)).
sequential(process_witness_statement, archive).
final_activity(archive).

net(statement).
initial_activity(take_down).
sequential(take_down, sign).
final_activity(sign).

% Figure 3(c) of the YAWL paper: one to ten witness statements, of which three are enough.

process(witnesses).
net(witnesses).
initial_activity(register_witnesses).
sequential(register_witnesses, process_witness_statement).
composite(process_witness_statement, statement).
multiple(process_witness_statement, 1, 10, 3, static).
instances(process_witness_statement, variable(witnesses)).
sequential(process_witness_statement, archive).
final_activity(archive).

net(statement).
initial_activity(take_down).
sequential(take_down, sign).
final_activity(sign).

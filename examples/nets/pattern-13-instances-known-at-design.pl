% Multiple instances with a number known at design time: every tender is opened by three witnesses, always three.

process(tender).
initial_activity(collect).
sequential(collect, witness).
multiple(witness, 3, 3, 3, static).
sequential(witness, award).
final_activity(award).

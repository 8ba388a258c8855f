% Claims: a clerk checks each of them, an expert looks at large ones again, and the bank pays.
initial_activity(check).
xor_split(check, [(second_look, data(amount, Amount), Amount > 5000), (pay, otherwise)]).
xor_join([check, second_look], pay).
final_activity(pay).
role(check, clerk).
role(second_look, expert).
work(pay, handler(bank)).

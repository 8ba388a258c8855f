% Cancel case: a customer may give up a loan application at any moment. Whatever is there then, is emptied, and the one token
% that remains is that in the output condition.

process(application).
condition(pending).
initial_activity(apply).
and_split(apply, [check_income, check_house, pending]).
multiple(check_house, 2, 2, 2, static).
and_join([check_income, check_house, pending], offer).
flow(pending, give_up).
event(give_up, signal(given_up, variable(number), none)).
cancels(give_up, [
    check_income, check_house,
    c(apply, check_income), c(apply, check_house), c(check_income, offer), c(check_house, offer)
]).
final_activity(offer).
final_activity(give_up).

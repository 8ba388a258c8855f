% Whoever is asked is reminded every two days, three times at most. If there is still no answer after that, the question is
% taken back and somebody else decides. An answer ends the reminding at any time.
initial_activity(ask).
and_split(ask, [answer, quiet]).
condition(quiet).
flow(quiet, wait).
timer(wait, after('P2D')).
xor_split(wait, [(remind, data(reminders, N), N < 3), (give_up, otherwise)]).
sequential(remind, count).
flow(count, quiet).
sequential(give_up, decide).
xor_join([answer, decide], close).
final_activity(close).

cancels(answer, [quiet, wait, remind, count, give_up, c(wait, remind), c(remind, count), c(wait, give_up)]).
cancels(give_up, [answer, c(ask, answer)]).

variable(reminders, local, integer, constant(0)).
gets(count, reminders, N^data(reminders, N)).
gives(count, reminders, N^(data(reminders, M), N is M + 1)).

role(decide, manager).
work(remind, handler(mail)).
routing(count).
routing(give_up).

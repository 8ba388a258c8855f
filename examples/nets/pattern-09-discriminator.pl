% Discriminator: two libraries are asked for a book. The first answer is passed on; what is left of the question is cancelled,
% so that nothing waits for the slower one.

process(loan).
initial_activity(ask).
and_split(ask, [city, university]).
xor_join([city, university], pass_on).
cancels(pass_on, [city, university, c(ask, city), c(ask, university), c(city, pass_on), c(university, pass_on)]).
final_activity(pass_on).

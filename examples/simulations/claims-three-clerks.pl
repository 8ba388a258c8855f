% The same with a third clerk.
begin('2026-01-05T08:00:00Z').
arrivals(claims, exponential(90m)).
case_data(claims, amount, lognormal(3000, 4000)).
agents(clerk, 3).
agents(expert, 1).
duration(check, triangular(10m, 20m, 60m)).
duration(second_look, lognormal(90m, 60m)).
duration(pay, 2s).
fails(second_look, 0.02).
hours(mon-fri, 8:00-12:00).
hours(mon-thu, 13:00-17:00).
cost(clerk, 35).
cost(expert, 80).

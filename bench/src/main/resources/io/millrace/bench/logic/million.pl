% findall/3 with a million results.
run :- findall(X-Y, (between(1, 1000000, X), Y = f(X)), L), length(L, 1000000).

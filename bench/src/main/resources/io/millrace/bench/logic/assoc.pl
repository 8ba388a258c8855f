% Association lists: 50,000 keys put, found and changed.
run :- empty_assoc(A0), put(50000, A0, A), get(50000, A), change(50000, A, B), get_assoc(1, B, 2).

put(0, A, A) :- !.
put(N, A0, A) :- K is (N * 7919) mod 50021, put_assoc(K, A0, N, A1), N1 is N - 1, put(N1, A1, A).

get(0, _) :- !.
get(N, A) :- K is (N * 7919) mod 50021, get_assoc(K, A, N), N1 is N - 1, get(N1, A).

change(0, A, A) :- !.
change(N, A0, A) :- M is N + 1, put_assoc(N, A0, M, A1), N1 is N - 1, change(N1, A1, A).

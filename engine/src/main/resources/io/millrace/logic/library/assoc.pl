% Associations: AVL trees t(Key, Value, Balance, Left, Right) with the empty tree t. The balance is <, = or >, as the
% left side is less deep than the right one, equally deep, or deeper.

empty_assoc(t).

is_assoc(Assoc) :- nonvar(Assoc), '$is_assoc'(Assoc), assoc_to_keys(Assoc, Keys), '$ordered'(Keys).

'$is_assoc'(t).
'$is_assoc'(t(_, _, _, L, R)) :- '$is_assoc'(L), '$is_assoc'(R).

get_assoc(Key, t(K, V, _, L, R), Value) :- compare(Order, Key, K), '$get_assoc'(Order, Key, V, L, R, Value).

'$get_assoc'(=, _, Value, _, _, Value).
'$get_assoc'(<, Key, _, L, _, Value) :- get_assoc(Key, L, Value).
'$get_assoc'(>, Key, _, _, R, Value) :- get_assoc(Key, R, Value).

put_assoc(Key, Assoc0, Value, Assoc) :- '$put_assoc'(Assoc0, Key, Value, Assoc, _).

% The last argument says whether the tree has become deeper.
'$put_assoc'(t, Key, Value, t(Key, Value, =, t, t), true).
'$put_assoc'(t(K, V, B, L, R), Key, Value, Assoc, Deeper) :-
    compare(Order, Key, K),
    '$put_assoc'(Order, Key, Value, K, V, B, L, R, Assoc, Deeper).

'$put_assoc'(=, Key, Value, _, _, B, L, R, t(Key, Value, B, L, R), false).
'$put_assoc'(<, Key, Value, K, V, B, L, R, Assoc, Deeper) :-
    '$put_assoc'(L, Key, Value, L1, LeftDeeper),
    '$deeper_left'(LeftDeeper, B, K, V, L1, R, Assoc, Deeper).
'$put_assoc'(>, Key, Value, K, V, B, L, R, Assoc, Deeper) :-
    '$put_assoc'(R, Key, Value, R1, RightDeeper),
    '$deeper_right'(RightDeeper, B, K, V, L, R1, Assoc, Deeper).

'$deeper_left'(false, B, K, V, L, R, t(K, V, B, L, R), false).
'$deeper_left'(true, B, K, V, L, R, Assoc, Deeper) :- '$grown_left'(B, K, V, L, R, Assoc, Deeper).

'$grown_left'(<, K, V, L, R, t(K, V, =, L, R), false).
'$grown_left'(=, K, V, L, R, t(K, V, >, L, R), true).
'$grown_left'(>, K, V, L, R, Assoc, false) :- '$rotate_right'(L, K, V, R, Assoc, _).

'$deeper_right'(false, B, K, V, L, R, t(K, V, B, L, R), false).
'$deeper_right'(true, B, K, V, L, R, Assoc, Deeper) :- '$grown_right'(B, K, V, L, R, Assoc, Deeper).

'$grown_right'(>, K, V, L, R, t(K, V, =, L, R), false).
'$grown_right'(=, K, V, L, R, t(K, V, <, L, R), true).
'$grown_right'(<, K, V, L, R, Assoc, false) :- '$rotate_left'(R, K, V, L, Assoc, _).

% The left side is two deeper than the right one. The last argument says whether the tree has become less deep.
'$rotate_right'(t(K1, V1, B, LL, LR), K, V, R, Assoc, Less) :- '$rotate_right'(B, K1, V1, LL, LR, K, V, R, Assoc, Less).

'$rotate_right'(>, K1, V1, LL, LR, K, V, R, t(K1, V1, =, LL, t(K, V, =, LR, R)), true).
'$rotate_right'(=, K1, V1, LL, LR, K, V, R, t(K1, V1, <, LL, t(K, V, >, LR, R)), false).
'$rotate_right'(<, K1, V1, LL, t(K2, V2, B2, A, B), K, V, R, Assoc, true) :-
    '$balances'(B2, B1, B3),
    Assoc = t(K2, V2, =, t(K1, V1, B1, LL, A), t(K, V, B3, B, R)).

'$rotate_left'(t(K1, V1, B, RL, RR), K, V, L, Assoc, Less) :- '$rotate_left'(B, K1, V1, RL, RR, K, V, L, Assoc, Less).

'$rotate_left'(<, K1, V1, RL, RR, K, V, L, t(K1, V1, =, t(K, V, =, L, RL), RR), true).
'$rotate_left'(=, K1, V1, RL, RR, K, V, L, t(K1, V1, >, t(K, V, <, L, RL), RR), false).
'$rotate_left'(>, K1, V1, t(K2, V2, B2, A, B), RR, K, V, L, Assoc, true) :-
    '$balances'(B2, B1, B3),
    Assoc = t(K2, V2, =, t(K, V, B1, L, A), t(K1, V1, B3, B, RR)).

'$balances'(=, =, =).
'$balances'(<, >, =).
'$balances'(>, =, <).

del_assoc(Key, Assoc0, Value, Assoc) :- '$del_assoc'(Assoc0, Key, Value, Assoc, _).

'$del_assoc'(t(K, V, B, L, R), Key, Value, Assoc, Shallower) :-
    compare(Order, Key, K),
    '$del_assoc'(Order, Key, Value, K, V, B, L, R, Assoc, Shallower).

'$del_assoc'(=, _, V, _, V, B, L, R, Assoc, Shallower) :- '$del_root'(L, R, B, Assoc, Shallower).
'$del_assoc'(<, Key, Value, K, V, B, L, R, Assoc, Shallower) :-
    '$del_assoc'(L, Key, Value, L1, Less),
    '$shallower_left'(Less, B, K, V, L1, R, Assoc, Shallower).
'$del_assoc'(>, Key, Value, K, V, B, L, R, Assoc, Shallower) :-
    '$del_assoc'(R, Key, Value, R1, Less),
    '$shallower_right'(Less, B, K, V, L, R1, Assoc, Shallower).

'$del_root'(t, R, _, R, true) :- !.
'$del_root'(L, t, _, L, true) :- !.
'$del_root'(L, R, B, Assoc, Shallower) :-
    '$del_max'(L, K, V, L1, Less),
    '$shallower_left'(Less, B, K, V, L1, R, Assoc, Shallower).

'$del_max'(t(K, V, _, L, t), K, V, L, true) :- !.
'$del_max'(t(K0, V0, B, L, R), K, V, Assoc, Shallower) :-
    '$del_max'(R, K, V, R1, Less),
    '$shallower_right'(Less, B, K0, V0, L, R1, Assoc, Shallower).

'$shallower_left'(false, B, K, V, L, R, t(K, V, B, L, R), false).
'$shallower_left'(true, B, K, V, L, R, Assoc, Shallower) :- '$shrunk_left'(B, K, V, L, R, Assoc, Shallower).

'$shrunk_left'(>, K, V, L, R, t(K, V, =, L, R), true).
'$shrunk_left'(=, K, V, L, R, t(K, V, <, L, R), false).
'$shrunk_left'(<, K, V, L, R, Assoc, Shallower) :- '$rotate_left'(R, K, V, L, Assoc, Shallower).

'$shallower_right'(false, B, K, V, L, R, t(K, V, B, L, R), false).
'$shallower_right'(true, B, K, V, L, R, Assoc, Shallower) :- '$shrunk_right'(B, K, V, L, R, Assoc, Shallower).

'$shrunk_right'(<, K, V, L, R, t(K, V, =, L, R), true).
'$shrunk_right'(=, K, V, L, R, t(K, V, >, L, R), false).
'$shrunk_right'(>, K, V, L, R, Assoc, Shallower) :- '$rotate_right'(L, K, V, R, Assoc, Shallower).

list_to_assoc(Pairs, Assoc) :- '$must_be_list'(Pairs), '$list_to_assoc'(Pairs, Pairs, t, Assoc).

'$list_to_assoc'([], _, Assoc, Assoc).
'$list_to_assoc'([Pair|Pairs], All, Assoc0, Assoc) :-
    ( nonvar(Pair), Pair = Key-Value -> true ; throw(error(type_error(pair, Pair), _)) ),
    ( get_assoc(Key, Assoc0, _) -> throw(error(domain_error(unique_key_pairs, All), _)) ; true ),
    put_assoc(Key, Assoc0, Value, Assoc1),
    '$list_to_assoc'(Pairs, All, Assoc1, Assoc).

ord_list_to_assoc(Pairs, Assoc) :- list_to_assoc(Pairs, Assoc).

assoc_to_list(Assoc, Pairs) :- '$assoc_to_list'(Assoc, Pairs, []).

'$assoc_to_list'(t, Pairs, Pairs).
'$assoc_to_list'(t(K, V, _, L, R), Pairs, Rest) :-
    '$assoc_to_list'(L, Pairs, [K-V|More]),
    '$assoc_to_list'(R, More, Rest).

assoc_to_keys(Assoc, Keys) :- assoc_to_list(Assoc, Pairs), pairs_keys(Pairs, Keys).
assoc_to_values(Assoc, Values) :- assoc_to_list(Assoc, Pairs), pairs_values(Pairs, Values).

gen_assoc(Key, Assoc, Value) :- ground(Key), !, get_assoc(Key, Assoc, Value).
gen_assoc(Key, t(K, V, _, L, R), Value) :-
    (   gen_assoc(Key, L, Value)
    ;   Key = K, Value = V
    ;   gen_assoc(Key, R, Value)
    ).

max_assoc(t(K, V, _, _, R), Key, Value) :- '$max_assoc'(R, K, V, Key, Value).

'$max_assoc'(t, K, V, K, V).
'$max_assoc'(t(K, V, _, _, R), _, _, Key, Value) :- '$max_assoc'(R, K, V, Key, Value).

min_assoc(t(K, V, _, L, _), Key, Value) :- '$min_assoc'(L, K, V, Key, Value).

'$min_assoc'(t, K, V, K, V).
'$min_assoc'(t(K, V, _, L, _), _, _, Key, Value) :- '$min_assoc'(L, K, V, Key, Value).

map_assoc(_, t) :- !.
map_assoc(G, t(_, V, _, L, R)) :- map_assoc(G, L), call(G, V), map_assoc(G, R).

map_assoc(G, Assoc, Mapped) :- '$map_assoc'(Assoc, G, Mapped).

'$map_assoc'(t, _, t).
'$map_assoc'(t(K, V, B, L, R), G, t(K, W, B, L1, R1)) :-
    '$map_assoc'(L, G, L1),
    call(G, V, W),
    '$map_assoc'(R, G, R1).

transpose_pairs(Pairs, Transposed) :- '$flip_pairs'(Pairs, Flipped), keysort(Flipped, Transposed).

'$flip_pairs'([], []).
'$flip_pairs'([K-V|T], [V-K|R]) :- '$flip_pairs'(T, R).

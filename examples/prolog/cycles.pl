% Program 12, patterns 10 and 11: arbitrary cycles and implicit termination.
:- rpc(background_research, 0, R), write_draft(R).

write_draft(R) :- replycontent(R, Research) :
    rpc(write_draft, Research, D),
    revise_draft(D).

revise_draft(D) :- replycontent(D, Draft), good(Draft) :
    rpc(submit, Draft, D1),
    replycontent(D1, done).
revise_draft(D) :- replycontent(D, Draft), \+ good(Draft) :
    rpc(revise_draft, Draft, D1),
    revise_draft(D1).

% The third draft is good.
good(draft(N)) :- N >= 3.

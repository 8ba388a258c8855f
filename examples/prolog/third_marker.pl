% Program 16, pattern 15: multiple instances, as many as turn out to be needed.
:- submit_mark(zz1234, [marker1,marker2]).

submit_mark(Student, Markers) :-
    rpc(Student, submit, D),
    mark(D, Student, Markers).

mark(D, Student, Markers) :- replycontent(D, Diss) :
    rpcs(Markers, assess(Diss), Rs),
    decide(Rs, Student, Diss).

decide(Rs, Student, Diss) :-
    replycontents(Rs, Ms), disagree(Ms) :
    rpc(marker3, assess(Diss), R),
    decide([R|Rs], Student, Diss).
decide(Rs, Student, _) :-
    replycontents(Rs, Ms), \+ disagree(Ms) :
    rpc(database, marks(Student,Ms), D),
    replycontent(D, done).

disagree([M1,M2]) :- M1 < M2-10.
disagree([M1,M2]) :- M2 < M1-10.

rpcs([], _, []).
rpcs([Dest|Dests], Message, [WV|WVs]) :-
    rpc(Dest, Message, WV),
    rpcs(Dests, Message, WVs).

replycontents([], []).
replycontents([R|Rs], [M|Ms]) :-
    replycontent(R, M),
    replycontents(Rs, Ms).

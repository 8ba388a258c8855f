% Program 15, pattern 14: multiple instances, as many as the query says.
:- submit_mark(zz1234, [marker1,marker2]).

submit_mark(Student, Markers) :-
    rpc(Student, submit, D),
    mark(D, Student, Markers).

mark(D, Student, Markers) :- replycontent(D, Diss) :
    rpcs(Markers, assess(Diss), Rs),
    decide(Rs, Student).

decide(Rs, Student) :- replycontents(Rs, Ms) :
    rpc(database, marks(Student,Ms), D),
    replycontent(D, done).

rpcs([], _, []).
rpcs([Dest|Dests], Message, [WV|WVs]) :-
    rpc(Dest, Message, WV),
    rpcs(Dests, Message, WVs).

replycontents([], []).
replycontents([R|Rs], [M|Ms]) :-
    replycontent(R, M),
    replycontents(Rs, Ms).

% Program 9, patterns 6 and 7: multi-choice and synchronizing merge. Who marks is given with the start: N is 1, 2 or both.
:- submit_mark(zz1234, N, marker1, marker2).

submit_mark(Student, N, Marker1, Marker2) :-
    rpc(Student, submit, D),
    mark(D, Student, N, Marker1, Marker2).

mark(D, Student, N, Marker1, Marker2) :-
    replycontent(D, Diss) :
    mark1(Diss, N, Marker1, Marker2, Rs),
    decide(Rs, Student).

mark1(Diss, 1, Marker1, _, [R1]) :- !,
    rpc(Marker1, assess(Diss), R1).
mark1(Diss, 2, _, Marker2, [R2]) :- !,
    rpc(Marker2, assess(Diss), R2).
mark1(Diss, both, Marker1, Marker2, [R1,R2]) :-
    rpc(Marker1, assess(Diss), R1),
    rpc(Marker2, assess(Diss), R2).

decide(Rs, Student) :- received_marks(Rs, Marks) :
    rpc(database, marks(Student,Marks), D),
    replycontent(D, done).

received_marks([R], [M]) :- !,
    replycontent(R, M).
received_marks([R1,R2], [M1,M2]) :-
    replycontent(R1, M1),
    replycontent(R2, M2).

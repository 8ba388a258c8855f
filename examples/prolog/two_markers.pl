% Program 14, pattern 13: multiple instances, as many as the program says.
:- submit_mark(zz1234, marker1, marker2).

submit_mark(Student, Marker1, Marker2) :-
    rpc(Student, submit, D),
    mark(D, Student, Marker1, Marker2).

mark(D, Student, Marker1, Marker2) :- replycontent(D, Diss) :
    rpc(Marker1, assess(Diss), R1),
    rpc(Marker2, assess(Diss), R2),
    decide(R1, R2, Student).

decide(R1, R2, Student) :-
    replycontent(R1, M1),
    replycontent(R2, M2) :
    rpc(database, marks(Student, M1, M2), D),
    replycontent(D, done).

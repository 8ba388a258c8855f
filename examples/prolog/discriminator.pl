% Program 11, pattern 9: discriminator.
:- submit_mark(zz1234, marker1, marker2).

submit_mark(Student, Marker1, Marker2) :-
    rpc(Student, submit, D),
    mark(D, Student, Marker1, Marker2).

mark(D, Student, Marker1, Marker2) :- replycontent(D, Diss) :
    rpc(Marker1, assess(Diss), R1),
    rpc(Marker2, assess(Diss), R2),
    decide(R1, R2, Student).

decide(R1, R2, Student) :- replycontent(R1, M1) :
    ignore_result(R2),
    rpc(database, marks(Student,M1), D),
    replycontent(D, done).
decide(R1, R2, Student) :- replycontent(R2, M2) :
    ignore_result(R1),
    rpc(database, marks(Student,M2), D),
    replycontent(D, done).

ignore_result(R) :- replycontent(R, _) : true.

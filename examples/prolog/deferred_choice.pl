% Program 17, pattern 16: deferred choice. The candidate's Name is given with the start.
:- rpc(register1, Name, Reg1), rpc(register2, Name, Reg2),
   cand(Name, Reg1, Reg2).

cand(Name, Reg1, _) :- replycontent(Reg1, done) :
    rpc(exam1, Name, Exam),
    replycontent(Exam, done).
cand(Name, _, Reg2) :- replycontent(Reg2, done) :
    rpc(exam2, Name, Exam),
    replycontent(Exam, done).

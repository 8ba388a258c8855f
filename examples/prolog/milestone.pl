% Program 19, patterns 18 to 20: milestone, and activities cancelled because nobody needs them any more.
:- cand(a).

cand(Name) :-
    rpc(register, Name, Register),
    cand1(Name, Register).

cand1(Name, Register) :- replycontent(Register, done) :
    cand2(Name).

cand2(Name) :-
    rpc(eat, Name, Eat),
    rpc(exam, Name, Exam),
    cand3(Name, Eat, Exam).

cand3(Name, Eat, _) :- replycontent(Eat, done) :
    cand2(Name).
cand3(_, _, Exam) :- replycontent(Exam, done) :
    true.

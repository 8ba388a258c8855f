% Program 18, pattern 17: interleaved parallel routing.
:- wvar(AR), wvar(BR), wvar(AE), wvar(BE),
   cand(a,AR,BR,AE,BE), cand(b,BR,AR,BE,AE).

cand(Name,R,OR,E,OE) :-
    rpc(register,Name,R),
    cand1(Name,R,OR,E,OE).

cand1(Name,R,_,E,OE) :-
    replytime(R) << replytime(E), replytime(OE) << replytime(E) :
    rpc(exam,Name,E), replycontent(E,done).
cand1(Name,R,OR,E,_) :-
    replytime(R) << replytime(OR) :
    rpc(exam,Name,E), replycontent(E,done).

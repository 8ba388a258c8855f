% Program 13, pattern 12: multiple instances without synchronization.
:- mailshot([cust1,cust2,cust3]).

mailshot([]).
mailshot([Addr|Addrs]) :-
    mailing(Addr),
    mailshot(Addrs).

mailing(Addr) :-
    rpc(mail, Addr, Mailed),
    replycontent(Mailed, done).

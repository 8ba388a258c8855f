% Program 10, pattern 8: multi-merge.
:- rpc(receive_application, 0, A), process_application(A).

process_application(A) :- replycontent(A, Application) :
    rpc(verify_application, Application, V),
    rpc(accept_reject, Application, AR),
    inform(V),
    inform(AR).

inform(R) :- replycontent(R, Result) :
    rpc(inform_student, Result, D),
    replycontent(D, done).

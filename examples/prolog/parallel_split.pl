% Program 7, patterns 2 and 3: parallel split and synchronization.
:- rpc(arrange_meeting, 0, D), check_times(D).

check_times(D) :- replycontent(D, Date) :
    rpc(person1, check_diary(Date), T1),
    rpc(person2, check_diary(Date), T2),
    rpc(person3, check_diary(Date), T3),
    decide_time(T1, T2, T3).

decide_time(T1, T2, T3) :-
    replycontent(T1, Time1),
    replycontent(T2, Time2),
    replycontent(T3, Time3) :
    rpc(decide_time, [Time1,Time2,Time3], D),
    replycontent(D, done).

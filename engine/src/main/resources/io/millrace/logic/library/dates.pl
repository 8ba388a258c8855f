% Dates and times. A stamp is a number of seconds since 1970; a date is date(Y,M,D,H,Mn,S,Off,TZ,DST), as in SWI-Prolog, with
% Off in seconds west of Greenwich. There is no local time: the zone is always given, and `local` means UTC.

stamp_date_time(Stamp, Date, Zone) :- ( var(Zone) -> Zone = 'UTC' ; true ), '$stamp_date'(Stamp, Zone, Date).

date_time_stamp(Date, Stamp) :- '$date_stamp'(Date, Stamp).

date_time_value(year, date(Y,_,_,_,_,_,_,_,_), Y).
date_time_value(month, date(_,M,_,_,_,_,_,_,_), M).
date_time_value(day, date(_,_,D,_,_,_,_,_,_), D).
date_time_value(hour, date(_,_,_,H,_,_,_,_,_), H).
date_time_value(minute, date(_,_,_,_,M,_,_,_,_), M).
date_time_value(second, date(_,_,_,_,_,S,_,_,_), S).
date_time_value(utc_offset, date(_,_,_,_,_,_,O,_,_), O) :- O \== (-).
date_time_value(time_zone, date(_,_,_,_,_,_,_,Z,_), Z) :- Z \== (-).
date_time_value(daylight_saving, date(_,_,_,_,_,_,_,_,D), D) :- D \== (-).
date_time_value(date, date(Y,M,D,_,_,_,_,_,_), date(Y,M,D)).
date_time_value(time, date(_,_,_,H,M,S,_,_,_), time(H,M,S)).

% Calendar arithmetic: date_time_add(Stamp, Period, Zone, Later) with years(N), months(N), weeks(N), days(N), hours(N),
% minutes(N), seconds(N), or a list of them. Days and longer periods keep the time of the day in the zone.
date_time_add(Stamp, Period, Zone, Later) :- is_list(Period), !, '$date_adds'(Period, Stamp, Zone, Later).
date_time_add(Stamp, Period, Zone, Later) :- '$date_add'(Stamp, Period, Zone, Later).

'$date_adds'([], Stamp, _, Stamp).
'$date_adds'([Period|Periods], Stamp, Zone, Later) :-
    '$date_add'(Stamp, Period, Zone, Next),
    '$date_adds'(Periods, Next, Zone, Later).

day_of_the_week(date(Year, Month, Day), Number) :-
    '$date_stamp'(date(Year, Month, Day), Stamp),
    Number is (Stamp // 86400 + 3) mod 7 + 1.

format_time(Out, Format, Date) :-
    '$format_time'(Format, Date, Text),
    (   compound(Out) -> '$output_sink'(Out, Text) ; write(Out, Text) ).

parse_time(Text, Stamp) :- parse_time(Text, _, Stamp).
parse_time(Text, Format, Stamp) :- '$parse_time'(Text, Format, Stamp).

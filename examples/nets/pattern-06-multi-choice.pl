% Multi-choice: an emergency call sends whoever is needed: one, two or all three; the police, if nothing else is asked for.

process(emergency).
initial_activity(answer).
or_split(answer, [
    (ambulance, data(injured, true)),
    (fire_engine, data(fire, true)),
    (police, data(crime, true), otherwise)
]).
or_join([ambulance, fire_engine, police], close).
final_activity(close).

% Synchronising merge: a patient gets the tests that the doctor asks for. The diagnosis waits for those, and only for those;
% while a blood test may have to be repeated, it waits for that, too.

process(diagnosis).
initial_activity(examine).
or_split(examine, [
    (blood, data(blood, true)),
    (scan, data(scan, true)),
    (swab, otherwise)
]).
xor_join([examine, blood], blood).
xor_split(blood, [(blood, data(clotted, true)), (diagnose, otherwise)]).
or_join([blood, scan, swab], diagnose).
final_activity(diagnose).

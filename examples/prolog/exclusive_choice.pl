% Program 8, patterns 4 and 5: exclusive choice and simple merge.
:- rpc(course, assessment_type, A), assessment(A).

assessment(A) :- replycontent(A, coursework) :
    rpc(student, submit_assignment, C),
    mark(C).
assessment(A) :- replycontent(A, exam) :
    rpc(student, take_exam, E),
    mark(E).

mark(A) :- replycontent(A, Submission) :
    rpc(marker, Submission, D),
    replycontent(D, done).

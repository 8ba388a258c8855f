% A way for work that fails: the booking is taken back, and the case goes on.
initial_activity(book).
sequential(book, pay).
on_failure(book, apologise).
xor_split(pay, [(cancel_booking, failed(pay, _)), (send_tickets, otherwise)]).
sequential(cancel_booking, apologise).
xor_join([book, cancel_booking], apologise).
final_activity(send_tickets).
final_activity(apologise).

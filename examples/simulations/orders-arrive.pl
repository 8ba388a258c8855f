% Orders come all day; what their customers and carriers do is drawn.
arrivals(orders, exponential(12), 1000).
after(submit(O), choice([0.6-select(O, air), 0.4-select(O, surface)]), exponential(15)).
after(start(act(package, O), _, _), finish_packing(O), uniform(6, 12)).
after(start(act(by_air, O), _, _), sent(O), uniform(1, 5)).
after(start(act(surface_mail, O), _, _), sent(O), uniform(1, 5)).

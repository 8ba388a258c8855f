% The same with a second packer: the agents of the order study and one more.
arrivals(orders, exponential(12), 1000).
after(submit(O), choice([0.6-select(O, air), 0.4-select(O, surface)]), exponential(15)).
after(start(act(package, O), _, _), finish_packing(O), uniform(6, 12)).
after(start(act(by_air, O), _, _), sent(O), uniform(1, 5)).
after(start(act(surface_mail, O), _, _), sent(O), uniform(1, 5)).

qualified(agent1, act(order_collection, _), 1).
qualified(agent2, act(order_processing, _), 2).
qualified(agent3, act(order_processing, _), 5).
qualified(agent4, act(billing, _), 1).
qualified(agent5, act(package, _), 8).
qualified(agent9, act(package, _), 10).
qualified(agent6, act(arrange_shipping, _), 2).
qualified(agent7, act(by_air, _), 2).
qualified(agent8, act(surface_mail, _), 1).
qualified(agent6, act(archive, _), 3).

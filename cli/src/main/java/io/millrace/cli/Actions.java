package io.millrace.cli;

import io.millrace.client.Deployment;
import io.millrace.client.Source;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.language.Plan;

/** What commands act on: a journal that nobody runs, or an engine behind a server. The commands do not know which. */
interface Actions extends AutoCloseable {
    /** Asks a command, and waits until it is durable. */
    Answer ask(Command command);

    /** What a command would do. */
    Plan plan(Command command);

    Deployment deploy(Source source);

    /** What deploying would say. */
    Deployment prove(Source source);

    @Override
    void close();
}

package io.millrace.cli;

import io.millrace.client.Deployment;
import io.millrace.client.MillraceClient;
import io.millrace.client.Source;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.language.Plan;

/** Acts on an engine behind a server. */
final class RemoteActions implements Actions {
    private final MillraceClient client;

    RemoteActions(MillraceClient client, ActOptions as) {
        MillraceClient named = as.actor() == null ? client : client.actor(as.actor());
        named = as.reason() == null ? named : named.because(as.reason());
        this.client = as.request() == null ? named : named.request(as.request());
    }

    @Override
    public Answer ask(Command command) {
        return client.ask(command);
    }

    @Override
    public Plan plan(Command command) {
        return client.plan(command);
    }

    @Override
    public Deployment deploy(Source source) {
        return client.deploy(source);
    }

    @Override
    public Deployment prove(Source source) {
        return client.prove(source);
    }

    @Override
    public void close() {}
}

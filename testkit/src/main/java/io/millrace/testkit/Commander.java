package io.millrace.testkit;

import io.millrace.Commands;
import io.millrace.DeployOption;
import io.millrace.ProcessProvider;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.testkit.Statement.Value;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does what the lines of a scenario ask for. A refusal is a {@link RefusedException}. */
final class Commander {
    private final Stage stage;
    private final Path folder;
    private final Staging staging;
    private final Map<String, ScriptedHandler> handlers = new HashMap<>();

    Commander(Stage stage, Path folder, Staging staging) {
        this.stage = stage;
        this.folder = folder;
        this.staging = staging;
    }

    void perform(Statement.Do statement) throws ScenarioException {
        switch (statement) {
            case Statement.Deploy deploy -> deploy(deploy);
            case Statement.Handler handler ->
                script(handler.task(), scripted -> scripted.answers(handler.answer()));
            case Statement.FailingHandler handler ->
                script(handler.task(), scripted -> scripted.fails(handler.reason(), handler.times()));
            case Statement.Advance advance -> stage.engine.advance(advance.by());
            case Statement.AdvanceTo advance -> advanceTo(advance);
            case Statement.Restart restart -> stage.engine.restart();
            case Statement.Ask ask -> ask(ask);
        }
    }

    private void deploy(Statement.Deploy deploy) throws ScenarioException {
        boolean allow = deploy.allowUnsound() || staging.allowUnsound();
        DeployOption[] options = allow ? new DeployOption[] {DeployOption.ALLOW_UNSOUND} : new DeployOption[0];
        for (ProcessProvider provider : ProcessFinder.findAll(folder, deploy.file(), deploy.as(), staging.end())) {
            stage.engine.deploy(
                    deploy.rules() == null ? provider : ProcessFinder.under(provider, folder, deploy.rules()), options);
        }
    }

    /** A handler is registered after it has been told what to do, because the engine may call it at once. */
    private void script(String task, Consumer<ScriptedHandler> lines) {
        ScriptedHandler known = handlers.get(task);
        ScriptedHandler handler = known == null ? new ScriptedHandler() : known;
        lines.accept(handler);
        if (known == null) {
            handlers.put(task, handler);
            stage.engine.on(task, handler);
        }
    }

    private void advanceTo(Statement.AdvanceTo advance) throws ScenarioException {
        if (advance.instant().isBefore(stage.engine.time().now())) {
            throw new ScenarioException(Code.SYNTAX.with("The clock does not go back: it is "
                    + stage.engine.time().now() + ", and the line asks for " + advance.instant()));
        }
        stage.engine.time().advanceTo(advance.instant());
    }

    private void ask(Statement.Ask ask) throws ScenarioException {
        Commands commands = stage.mill().operator();
        commands = ask.by() == null ? commands : commands.as(ask.by());
        commands = ask.because() == null ? commands : commands.because(ask.because());
        switch (ask.wish()) {
            case Statement.AddParticipant add -> commands.add(add.participant());
            case Statement.Start start ->
                stage.started(commands.start(start.process(), data(start.input()), start.key()).id());
            case Statement.Signal signal -> commands.signal(signal.name(), signal.key(), data(signal.content()));
            case Statement.Add add -> commands.addInstance(stage.caseOr(add.in()), add.task(), data(add.input()));
            case Statement.SetData set -> commands.changeData(stage.caseOr(set.in()), set.name(), set.value());
            case Statement.Redo redo -> commands.redo(stage.caseOr(redo.in()), redo.step());
            case Statement.Move move -> commands.move(stage.caseOr(move.in()), move.from(), move.to());
            case Statement.Migrate to ->
                commands.migrate(stage.caseOr(to.in()), to.version(), data(to.mapping()));
            case Statement.OnCase onCase -> onCase(commands, onCase);
            case Statement.OnWork onWork -> onWork(commands, onWork, ask.by());
        }
    }

    private void onCase(Commands commands, Statement.OnCase wish) {
        var caseId = stage.caseOr(wish.in());
        switch (wish.verb()) {
            case CANCEL -> commands.cancel(caseId);
            case SUSPEND -> commands.suspend(caseId);
            case RESUME -> commands.resume(caseId);
            case RETRY -> commands.retry(caseId);
        }
    }

    private void onWork(Commands commands, Statement.OnWork wish, @Nullable String by) throws ScenarioException {
        Data data = data(wish.value());
        WorkId work = stage.find(wish.verb(), wish.work(), by);
        switch (wish.verb()) {
            case COMPLETE -> commands.complete(work, data);
            case CLAIM -> commands.claim(work);
            case RELEASE -> commands.release(work);
            case START -> commands.startWork(work);
            case SUSPEND -> commands.suspend(work);
            case RESUME -> commands.resume(work);
            case FAIL -> commands.fail(work, wish.word());
            case WITHDRAW -> commands.withdraw(work);
            case DELEGATE -> commands.delegate(work, wish.word());
            case SKIP -> commands.skip(work, data);
            case RETRY -> commands.retry(work);
        }
    }

    private Data data(Value value) throws ScenarioException {
        return switch (value) {
            case Value.None none -> Data.fields();
            case Value.Json json -> json.data();
            case Value.Term term -> {
                for (Oracle oracle : stage.oracles()) {
                    Data data = oracle.term(term.text());
                    if (data != null) {
                        yield data;
                    }
                }
                throw missing(term.text(), "the language of logic, because it is not JSON");
            }
        };
    }

    static ScenarioException missing(String what, String part) {
        return new ScenarioException(Code.NOT_INSTALLED.with(what, part));
    }
}

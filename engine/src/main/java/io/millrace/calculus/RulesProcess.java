package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.CaseView;
import io.millrace.language.Compiled;
import io.millrace.language.Contract;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Task;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Deployed rules. They have a version and a source like processes, but cannot run. */
public final class RulesProcess implements Compiled<Data> {
    private final String name;
    private final String source;
    private final Rules rules;

    RulesProcess(String name, String source, Rules rules) {
        this.name = name;
        this.source = source;
        this.rules = rules;
    }

    /** The rules themselves. */
    public Rules rules() {
        return rules;
    }

    @Override
    public String language() {
        return HistoryRules.NAME;
    }

    @Override
    public String fingerprint() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public Contract contract() {
        return Contract.named(name);
    }

    @Override
    public Task task(String task) {
        throw new RefusedException(Code.NOTHING_TO_RUN.with(name));
    }

    @Override
    public Data blank() {
        return Data.nothing();
    }

    @Override
    public Problem check(Data state, Intention what, CaseView view) {
        return Code.NOTHING_TO_RUN.with(name);
    }

    @Override
    public void react(Data state, Happening what, Turn turn) {
        turn.fail(Code.NOTHING_TO_RUN.with(name).message());
    }

    @Override
    public void intervene(Data state, Intention.Intervention what, Turn turn) {
        throw new IllegalStateException("every intervention is refused");
    }

    @Override
    public void apply(Data state, ProcessEvent event) {
        throw new IllegalStateException("rules record nothing");
    }

    @Override
    public ProcessEvent readEvent(In in) {
        throw in.damaged("an event of rules, which have none");
    }

    @Override
    public void write(Data state, Out out) {
        // There is nothing to write.
    }

    @Override
    public Data read(In in) {
        return Data.nothing();
    }

    @Override
    public Data data(Data state) {
        return state;
    }

    @Override
    public List<String> next(Data state) {
        return List.of();
    }

    @Override
    public Migrated migrate(Data state, Compiled<?> to, Data mapping) {
        return new Migrated.Not(Code.NOTHING_TO_RUN.with(name).message());
    }

    @Override
    public Object migrated(Data state, Compiled<?> to, Data changes) {
        return state;
    }
}

package io.millrace.kernel;

import io.millrace.journal.Store;
import io.millrace.work.Participant;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;

/**
 * What a journal holds, for those who look at it without running it: no lane, no timer, no call. Code of processes is
 * not needed; events of a language that has no {@link EventReader} are shown by their kind, with their bytes.
 */
public final class Records implements AutoCloseable {
    private final Store store;
    private final PayloadCodec codec;
    private final Catalogue catalogue = new Catalogue();
    private final Parts parts = new Parts(true, true, true, true);

    public Records(Store store, PayloadCodec codec, List<Language> languages) {
        this.store = store;
        this.codec = codec;
        ServiceLoader.load(EventReader.class).forEach(catalogue::read);
        catalogue.load(store, new Loader(store, codec, catalogue), languages);
    }

    public Lists lists() {
        // Fronts of lists are kept for those who commit; here every question starts afresh.
        return new Lists(store, new Heads(store, codec), codec, catalogue, parts);
    }

    public History history() {
        return new History(store, codec, catalogue, parts, null);
    }

    /** Needs a store that takes commits. */
    public Retention retention() {
        Files files = new Files(store, codec, Settings.DEFAULT.fileBytes(), store::commit);
        return new Retention(store, codec, history(), lists(), files, (entity, rows) -> {
            store.commit(rows);
            return CompletableFuture.allOf();
        });
    }

    public List<String> processes(String tenant) {
        return catalogue.names(tenant);
    }

    public List<Participant> participants(String tenant) {
        return catalogue.participants(tenant);
    }

    @Override
    public void close() {
        store.close();
    }
}

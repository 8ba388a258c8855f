package io.millrace.kernel.index;

import io.millrace.command.Answer;
import io.millrace.id.WorkId;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Claims the next work in a list for somebody. Many who take from the front of one list would all try the same items
 * and mostly be refused; so what one is about to claim is passed over by the others. This is only a courtesy: the claim
 * itself decides.
 */
public final class Pull {
    private record Reserved(String tenant, WorkId id) {}

    private final Set<Reserved> reserved = ConcurrentHashMap.newKeySet();
    private final Listings lists;

    public Pull(Listings lists) {
        this.lists = lists;
    }

    /** Claims up to so many offered items; the future gives those that were really claimed, in order. */
    public CompletableFuture<List<WorkItem>> next(
            String tenant, WorkQuery query, int most, Function<WorkId, CompletableFuture<Answer>> claim) {
        List<WorkItem> chosen = new ArrayList<>();
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        try {
            choose(tenant, query.inState(WorkState.OFFERED), most, chosen);
            for (WorkItem item : chosen) {
                answers.add(claim.apply(item.id()));
            }
        } catch (RuntimeException | Error e) {
            // What nobody claims must not stay passed over.
            chosen.forEach(item -> reserved.remove(new Reserved(tenant, item.id())));
            throw e;
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)).handle((all, failure) -> {
            List<WorkItem> claimed = new ArrayList<>(chosen.size());
            for (int i = 0; i < chosen.size(); i++) {
                reserved.remove(new Reserved(tenant, chosen.get(i).id()));
                if (failure == null && answers.get(i).join() instanceof Answer.Done) {
                    claimed.add(chosen.get(i));
                }
            }
            return claimed;
        });
    }

    private void choose(String tenant, WorkQuery offered, int most, List<WorkItem> chosen) {
        String cursor = null;
        do {
            Page<ListedWork> page = lists.work(tenant, offered, cursor, Math.max(most, 50));
            for (ListedWork listed : page.items()) {
                if (chosen.size() < most && reserved.add(new Reserved(tenant, listed.item().id()))) {
                    chosen.add(listed.item());
                }
            }
            cursor = page.cursor();
        } while (chosen.size() < most && cursor != null);
    }
}

package io.millrace.client;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes a text of up to so many bytes: an answer without an end must not fill this program's memory. */
final class Limited implements HttpResponse.BodySubscriber<String> {
    private final HttpResponse.BodySubscriber<String> text = HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
    private final long most;
    private long bytes;
    private boolean over;
    private Flow.@Nullable Subscription subscription;

    Limited(long most) {
        this.most = most;
    }

    @Override
    public CompletionStage<String> getBody() {
        return text.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        text.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        bytes += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (over || bytes > most) {
            fail();
        } else {
            text.onNext(buffers);
        }
    }

    private void fail() {
        Flow.Subscription from = subscription;
        if (!over && from != null) {
            over = true;
            from.cancel();
            text.onError(new IOException("the answer has more than " + most + " bytes"));
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (!over) {
            text.onError(failure);
        }
    }

    @Override
    public void onComplete() {
        if (!over) {
            text.onComplete();
        }
    }
}

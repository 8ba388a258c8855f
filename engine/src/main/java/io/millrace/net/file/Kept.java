package io.millrace.net.file;

import io.millrace.net.Attachment;
import io.millrace.net.NetLayout;
import io.millrace.net.text.Xml;
import org.jspecify.annotations.Nullable;

/** The whole of a YAWL file as schema 4.0, so that the writer can give back what the model has no place for. */
record Kept(Xml.Element set) implements Attachment {
    @Override
    public @Nullable NetLayout layout(String net) {
        return YawlLayout.of(set, net);
    }

    @Override
    public String toString() {
        return "the file of " + set.place();
    }
}

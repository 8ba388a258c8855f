package io.millrace.cli;

import io.millrace.command.Retention;
import io.millrace.data.Data;
import io.millrace.query.CaseInfo;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * One case in a directory of archived cases.
 *
 * <pre>
 *  CASE.jsonl          a line about the case, with what its files were called; then a line for each event
 *  CASE-files/HASH     the content of each file
 * </pre>
 *
 * Contents are named by what they are: the name that someone gave a file could lead anywhere. The history gets its own
 * name last, when everything is on the disk; so a case that has one may be erased.
 */
final class CaseArchive implements Retention.Archive {
    private final CaseInfo info;
    private final Path directory;
    private final Path contents;
    private final Path unfinished;
    private final List<Data> references = new ArrayList<>();

    private CaseArchive(CaseInfo info, Path directory) {
        this.info = info;
        this.directory = directory;
        this.contents = directory.resolve(info.id() + "-files");
        this.unfinished = directory.resolve(info.id() + ".jsonl.new");
    }

    /** Writes a case; when it returns, all is on the disk. */
    static void write(Retention retention, String tenant, CaseInfo info, Path directory) {
        CaseArchive archive = new CaseArchive(info, directory);
        try {
            Files.createDirectories(directory);
            retention.archive(tenant, info.id(), archive);
            archive.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public OutputStream file(Data reference) throws IOException {
        Files.createDirectories(contents);
        references.add(reference);
        return durable(contents.resolve(reference.at("file").text()));
    }

    @Override
    public Writer history() throws IOException {
        Writer writer = new OutputStreamWriter(durable(unfinished), StandardCharsets.UTF_8);
        Data about = info.toData();
        writer.write((references.isEmpty() ? about : about.with("files", references)).json() + "\n");
        return writer;
    }

    private void finish() throws IOException {
        if (!references.isEmpty()) {
            forceNames(contents);
        }
        Files.move(unfinished, directory.resolve(info.id() + ".jsonl"), StandardCopyOption.ATOMIC_MOVE);
        forceNames(directory);
    }

    /** A new file that is on the disk when it is closed. */
    private static OutputStream durable(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        return new BufferedOutputStream(Channels.newOutputStream(channel)) {
            @Override
            public void close() throws IOException {
                try (channel) {
                    flush();
                    channel.force(true);
                }
            }
        };
    }

    private static void forceNames(Path directory) throws IOException {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }
}

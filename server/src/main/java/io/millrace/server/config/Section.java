package io.millrace.server.config;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * An object of the server's configuration. What is read from it must have the form that is asked for, and what is never asked for is a
 * mistake in the file: {@link #end} says so. Every complaint names the file and the place in it.
 */
public final class Section {
    private final Path file;
    private final String place;
    private final Data fields;
    private final Function<String, Optional<String>> environment;
    private final Set<String> asked = new TreeSet<>();
    private final List<Section> inner = new ArrayList<>();

    Section(Path file, String place, Data fields, Function<String, Optional<String>> environment) {
        this.file = file;
        this.place = place;
        this.fields = fields;
        this.environment = environment;
        if (!(fields instanceof Data.Fields)) {
            throw wrong(place.isEmpty() ? "the file" : "'" + place + "'", "must be an object");
        }
    }

    /** A section that was never in a file, for programs that make settings from data. */
    public static Section of(Data fields) {
        return new Section(Path.of("settings"), "", fields, name -> Optional.ofNullable(System.getenv(name)));
    }

    private Data at(String name) {
        asked.add(name);
        return fields.at(name);
    }

    /** Whether a field is there. */
    public boolean has(String name) {
        return !at(name).isNothing();
    }

    /** An object, if it is there. */
    public Optional<Section> section(String name) {
        return has(name) ? Optional.of(inner(name, at(name))) : Optional.empty();
    }

    private Section inner(String name, Data value) {
        Section section = new Section(file, path(name), value, environment);
        inner.add(section);
        return section;
    }

    /** A list of objects; empty if it is not there. */
    public List<Section> sections(String name) {
        List<Section> all = new ArrayList<>();
        int number = 0;
        for (Data each : items(name)) {
            all.add(inner(name + "/" + number++, each));
        }
        return all;
    }

    /** An object of objects, by their names; empty if it is not there. */
    public Map<String, Section> named(String name) {
        Map<String, Section> all = new LinkedHashMap<>();
        section(name).ifPresent(found -> {
            for (Map.Entry<String, Data> each : ((Data.Fields) found.fields).asMap().entrySet()) {
                found.asked.add(each.getKey());
                all.put(each.getKey(), found.inner(each.getKey(), each.getValue()));
            }
        });
        return all;
    }

    /** An object of texts, by their names; empty if it is not there. */
    public Map<String, String> texts(String name) {
        Map<String, String> all = new LinkedHashMap<>();
        section(name).ifPresent(found -> {
            for (String each : ((Data.Fields) found.fields).asMap().keySet()) {
                all.put(each, found.text(each));
            }
        });
        return all;
    }

    /** A text that must be there. */
    public String text(String name) {
        return optional(name).orElseThrow(() -> wrong("'" + path(name) + "'", "is missing"));
    }

    /** A text, if it is there. */
    public Optional<String> optional(String name) {
        Data value = at(name);
        if (value.isNothing()) {
            return Optional.empty();
        }
        if (value instanceof Data.Text text && !text.value().isBlank()) {
            return Optional.of(text.value());
        }
        throw wrong("'" + path(name) + "'", "must be a text");
    }

    /** A list of texts; empty if it is not there. */
    public List<String> list(String name) {
        List<String> all = new ArrayList<>();
        for (Data each : items(name)) {
            if (!(each instanceof Data.Text text)) {
                throw wrong("'" + path(name) + "'", "must be a list of texts");
            }
            all.add(text.value());
        }
        return all;
    }

    private List<Data> items(String name) {
        Data value = at(name);
        if (value.isNothing()) {
            return List.of();
        }
        if (value instanceof Data.Items items) {
            return items.asList();
        }
        throw wrong("'" + path(name) + "'", "must be a list");
    }

    /** A number without a fraction, within bounds. */
    public int whole(String name, int otherwise, int least, int most) {
        Data value = at(name);
        if (value.isNothing()) {
            return otherwise;
        }
        if (value instanceof Data.Num number && number.isLong() && number.asLong() >= least && number.asLong() <= most) {
            return (int) number.asLong();
        }
        throw wrong("'" + path(name) + "'", "must be a whole number from " + least + " to " + most);
    }

    /** A number that is not negative. */
    public double number(String name, double otherwise) {
        Data value = at(name);
        if (value.isNothing()) {
            return otherwise;
        }
        if (value instanceof Data.Num number && number.decimal().doubleValue() >= 0) {
            return number.decimal().doubleValue();
        }
        throw wrong("'" + path(name) + "'", "must be a number that is not negative");
    }

    /** True or false. */
    public boolean truth(String name, boolean otherwise) {
        Data value = at(name);
        if (value.isNothing()) {
            return otherwise;
        }
        if (value instanceof Data.Truth truth) {
            return truth.value();
        }
        throw wrong("'" + path(name) + "'", "must be true or false");
    }

    /** A positive length of time, such as {@code PT10S}. */
    public Duration duration(String name, Duration otherwise) {
        Optional<String> text = optional(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            Duration length = Duration.parse(text.get());
            if (length.isPositive()) {
                return length;
            }
        } catch (DateTimeParseException e) {
            // Answered below.
        }
        throw wrong("'" + path(name) + "'", "must be a positive length of time such as PT10S");
    }

    /** A path; one that is relative begins at the directory of the file. */
    public Optional<Path> path(String name, boolean exists) {
        return optional(name).map(text -> {
            Path found = file.toAbsolutePath().resolveSibling(text);
            if (exists && !Files.isReadable(found)) {
                throw wrong("'" + path(name) + "'", "names a file that cannot be read");
            }
            return found;
        });
    }

    /** Any data; nothing if it is not there. */
    public Data data(String name) {
        return at(name);
    }

    /**
     * A secret, if it is there. It does not stand in the file: the file says in which variable of the environment, or in which other
     * file, it is.
     */
    public Optional<String> secret(String name) {
        if (at(name).isNothing()) {
            return Optional.empty();
        }
        if (!(at(name) instanceof Data.Fields)) {
            throw wrong("'" + path(name) + "'", "is a secret, which is not written here: say {\"env\": \"NAME\"} or {\"file\": \"PATH\"}");
        }
        Section from = inner(name, at(name));
        Optional<String> variable = from.optional("env");
        Optional<Path> secretFile = from.path("file", true);
        if (variable.isPresent() == secretFile.isPresent()) {
            throw wrong("'" + path(name) + "'", "must have either 'env' or 'file'");
        }
        if (variable.isPresent()) {
            return Optional.of(environment
                    .apply(variable.get())
                    .filter(value -> !value.isEmpty())
                    .orElseThrow(() -> wrong("'" + path(name) + "'", "names the variable " + variable.get() + ", which is not set")));
        }
        try {
            return Optional.of(Files.readString(secretFile.get(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw wrong("'" + path(name) + "'", "names a file that cannot be read");
        }
    }

    /** An object of secrets, by their names; empty if it is not there. */
    public Map<String, String> secrets(String name) {
        Map<String, String> all = new LinkedHashMap<>();
        section(name).ifPresent(found -> {
            for (String each : ((Data.Fields) found.fields).asMap().keySet()) {
                found.secret(each).ifPresent(secret -> all.put(each, secret));
            }
        });
        return all;
    }

    /** A complaint about a field of this section. */
    public RefusedException complaint(String name, String what) {
        return wrong("'" + path(name) + "'", what);
    }

    private RefusedException wrong(String what, String why) {
        return new RefusedException(Code.BAD_CONFIGURATION.with(file, what + " " + why));
    }

    private String path(String name) {
        return place.isEmpty() ? name : place + "/" + name;
    }

    /** All was read: a field that nobody asked for, here or further in, is a mistake. */
    public void end() {
        for (String name : ((Data.Fields) fields).asMap().keySet()) {
            if (!asked.contains(name)) {
                throw wrong("'" + path(name) + "'", "is not known; known are " + String.join(", ", asked));
            }
        }
        inner.forEach(Section::end);
    }
}

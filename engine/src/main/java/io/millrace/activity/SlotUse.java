package io.millrace.activity;

import io.millrace.data.Shape;
import io.millrace.language.Finding;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which slots the activities of a process read and which they fill, as far as the definition shows it. What functions read is not
 * seen; an activity of a user's own type, or work whose output has no declared fields, may fill any slot.
 */
final class SlotUse {
    /** An activity whose use of slots can be seen. */
    interface Shown {
        /** Tells what the activity itself reads and fills, not what its children do. */
        void slots(SlotUse use);
    }

    /** The slots that are read, each with the first place that reads it. */
    private final Map<String, Node> read = new LinkedHashMap<>();
    private final Set<String> filled = new HashSet<>();
    private boolean mayFillAny;
    private @Nullable Node at;

    static SlotUse of(Definition definition) {
        SlotUse use = new SlotUse();
        for (int i = 0; i < definition.size(); i++) {
            use.at = definition.node(i);
            switch (use.at.activity()) {
                case Shown shown -> shown.slots(use);
                case Activity other -> use.mayFillAny |= !Definition.isOurs(other);
            }
        }
        return use;
    }

    void reads(@Nullable String path) {
        if (path != null && at != null) {
            int dot = path.indexOf('.');
            read.putIfAbsent(dot < 0 ? path : path.substring(0, dot), at);
        }
    }

    void reads(Argument argument) {
        switch (argument) {
            case Argument.Read slot -> reads(slot.path());
            case Argument.Later slot -> reads(slot.slot());
            case Argument.Constant constant -> {}
        }
    }

    void reads(Condition condition) {
        if (condition instanceof Condition.At slot) {
            reads(slot.path());
        }
    }

    void fills(@Nullable String slot) {
        if (slot != null) {
            filled.add(slot);
        }
    }

    /** Every field of a value of this shape comes into the slot of its name. */
    void fills(Shape shape) {
        if (shape instanceof Shape.FieldsOf known) {
            known.fields().forEach(field -> filled.add(field.name()));
            mayFillAny |= known.open();
        } else {
            mayFillAny = true;
        }
    }

    /** Whether an activity may fill a slot of this name. */
    boolean mayFill(String slot) {
        return mayFillAny || filled.contains(slot);
    }

    /** The slots that are read and that neither the input nor an activity fills. Where the input is not declared, nothing can be said. */
    List<Finding> findings(String process, Shape input, Shape output) {
        List<Finding> findings = new ArrayList<>();
        if (!mayFillAny && input instanceof Shape.FieldsOf known) {
            Map<String, Object> wanted = new LinkedHashMap<>(read);
            if (output instanceof Shape.FieldsOf result) {
                result.fields().forEach(field -> wanted.putIfAbsent(field.name(), "its end (output)"));
            }
            wanted.forEach((slot, place) -> {
                if (!filled.contains(slot) && known.fields().stream().noneMatch(field -> field.name().equals(slot))) {
                    findings.add(new Finding(Code.NOTHING_FILLS.with(process, slot, place), 0, ""));
                }
            });
        }
        return findings;
    }
}

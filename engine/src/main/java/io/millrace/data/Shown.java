package io.millrace.data;

/** How messages speak of a value: its kind and a little of its content. */
final class Shown {
    private static final int LENGTH = 40;

    private Shown() {}

    static DataException mismatch(String wanted, Data found) {
        return mismatch("The value", wanted, found);
    }

    static DataException mismatch(String what, String wanted, Data found) {
        return DataException.type(what, expected(wanted, found));
    }

    static String expected(String wanted, Data found) {
        return wanted + " was expected, found " + of(found);
    }

    static String of(Data data) {
        return switch (data) {
            case Data.Nothing nothing -> "nothing";
            case Data.Truth truth -> truth.json();
            case Data.Num num -> "the number " + shorten(num.json());
            case Data.Text text -> "the text " + quoted(text.value());
            case Data.Items items -> "a list of " + items.count();
            case Data.Fields fields -> fields.count() == 0
                    ? "an empty object"
                    : "an object with the fields " + shorten(String.join(", ", fields.asMap().keySet()));
        };
    }

    private static String quoted(String text) {
        return JsonWriter.compact(Data.Text.of(shorten(text)));
    }

    static String shorten(String text) {
        return text.length() <= LENGTH ? text : text.substring(0, cut(text)) + "…";
    }

    /** Where to cut so that no pair of surrogates is torn. */
    private static int cut(String text) {
        return Character.isHighSurrogate(text.charAt(LENGTH - 2)) ? LENGTH - 2 : LENGTH - 1;
    }
}

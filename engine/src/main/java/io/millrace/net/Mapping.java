package io.millrace.net;

/** One variable that gets its value from an expression, where data enters or leaves a task. */
public record Mapping(Expression from, String to) {}

package io.millrace.query;

import io.millrace.work.WorkItem;

/** A work item in a list, with the process it belongs to. */
public record ListedWork(String process, WorkItem item) {}

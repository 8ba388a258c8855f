/**
 * Work: what a work item is and how its states follow each other, who may do it, how automatic work is retried and
 * called. Pure data and rules, and the dispatcher that calls handlers and programs. Depends on {@code data},
 * {@code id} and {@code problem}; knows neither the kernel nor any language.
 */
@NullMarked
package io.millrace.work;

import org.jspecify.annotations.NullMarked;

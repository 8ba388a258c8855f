/**
 * The command {@code mill}: each class is one of its commands. A command reads its options, asks the engine or a journal, and prints; what
 * it prints is a table for people or, with {@code --json}, one object a line for programs. Exit status: 0 success, 1 a negative answer, 2
 * an error. Nothing depends on this package.
 */
@NullMarked
package io.millrace.cli;

import org.jspecify.annotations.NullMarked;

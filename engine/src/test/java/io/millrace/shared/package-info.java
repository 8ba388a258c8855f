/** The way of every test, in every module, to the data that lies beside the project. */
@org.jspecify.annotations.NullMarked
package io.millrace.shared;

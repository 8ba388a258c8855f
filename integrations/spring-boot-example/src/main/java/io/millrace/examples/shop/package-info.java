/** A shop as a Spring Boot application: orders are cases, people work through HTTP, a handler takes the money. */
@NullMarked
package io.millrace.examples.shop;

import org.jspecify.annotations.NullMarked;

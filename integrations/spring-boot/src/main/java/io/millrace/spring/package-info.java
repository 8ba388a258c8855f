/**
 * An engine in a Spring Boot application. Properties under {@code millrace} configure it, beans that are processes are deployed, methods
 * with {@link io.millrace.spring.TaskHandler} do automatic work, and Actuator shows its health and its numbers.
 */
@NullMarked
package io.millrace.spring;

import org.jspecify.annotations.NullMarked;

package io.millrace.spring.test;

import io.millrace.spring.MillraceAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTestContextBootstrapper;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test slice for processes and handlers: an engine in memory whose clock only the test moves, the processes of the application, and only
 * those beans that are processes or have a {@link io.millrace.spring.TaskHandler}. Provide other dependencies as mock beans, or import
 * them.
 *
 * <p>The clock is a {@link io.millrace.testkit.ManualTime}, which the test can inject; it needs {@code millrace-testkit}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@BootstrapWith(SpringBootTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(ProcessesOnly.class)
@ImportAutoConfiguration({MillraceTestConfiguration.class, MillraceAutoConfiguration.class})
@TestPropertySource(properties = "millrace.in-memory=true")
public @interface MillraceTest {}

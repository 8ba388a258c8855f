package io.millrace.spring;

import io.millrace.Millrace;
import io.millrace.ProcessProvider;
import io.millrace.language.Compiled;
import io.millrace.language.Language;
import io.millrace.work.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.util.ClassUtils;

/**
 * Equips the engine when all beans are there, before the application takes requests: processes, handlers, participants. Closes it
 * after the last request and before any bean is destroyed, so no handler ever works with a bean that is gone.
 */
final class MillraceLifecycle implements SmartLifecycle {
    /** After the web server has stopped, which starts later. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4_096;

    private final Millrace mill;
    private final MillraceProperties properties;
    private final ListableBeanFactory beans;
    private final ResourcePatternResolver resources;
    private volatile boolean running;

    MillraceLifecycle(Millrace mill, MillraceProperties properties, ListableBeanFactory beans, ResourcePatternResolver resources) {
        this.mill = mill;
        this.properties = properties;
        this.beans = beans;
        this.resources = resources;
    }

    @Override
    public void start() {
        handlers();
        properties.participants().forEach((name, roles) -> mill.participant(name, roles.toArray(String[]::new)));
        files();
        beans.getBeanProvider(Compiled.class).orderedStream().forEach(each -> mill.deploy((Compiled<?>) each));
        beans.getBeanProvider(ProcessProvider.class).orderedStream().forEach(each -> {
            each.equip(mill);
            mill.deploy(each.process());
        });
        running = true;
    }

    private void handlers() {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = beans.getType(name, false);
            if (type == null) {
                continue;
            }
            Map<Method, TaskHandler> methods = MethodIntrospector.selectMethods(
                    ClassUtils.getUserClass(type),
                    (MethodIntrospector.MetadataLookup<TaskHandler>) method -> AnnotatedElementUtils.findMergedAnnotation(method, TaskHandler.class));
            methods.forEach((method, handles) -> {
                Object bean = beans.getBean(name);
                Method called = AopUtils.selectInvocableMethod(method, bean.getClass());
                mill.on(handles.value(), new Limits(handles.atOnce(), handles.perSecond()), new HandlerMethod(bean, called));
            });
        }
    }

    /** Files that no language reads are left alone: they may belong to somebody else. */
    private void files() {
        List<Language> languages = StreamSupport.stream(ServiceLoader.load(Language.class).spliterator(), false).toList();
        for (String pattern : properties.processes()) {
            for (Resource each : found(pattern)) {
                String file = Objects.requireNonNullElse(each.getFilename(), "");
                String text = text(each);
                languages.stream()
                        .filter(language -> language.reads(file, text))
                        .findFirst()
                        .ifPresent(language -> language.parts(file, text)
                                .forEach(part -> mill.deploy(language.compile(part.process(), file, part.source()))));
            }
        }
    }

    private List<Resource> found(String pattern) {
        try {
            return Arrays.stream(resources.getResources(pattern))
                    .filter(Resource::isReadable)
                    .sorted(Comparator.comparing(each -> Objects.requireNonNullElse(each.getFilename(), "")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("The processes at '" + pattern + "' could not be read.", e);
        }
    }

    private static String text(Resource resource) {
        try {
            return resource.getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The process " + resource.getDescription() + " could not be read.", e);
        }
    }

    @Override
    public void stop() {
        running = false;
        mill.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}

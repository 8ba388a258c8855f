package io.millrace.spring.test;

import io.millrace.ProcessProvider;
import io.millrace.language.Compiled;
import io.millrace.spring.MillraceCustomizer;
import io.millrace.spring.TaskHandler;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.util.ClassUtils;

/** Leaves out of a scan whatever is neither a process nor has handlers. Configurations stay: they may declare processes. */
final class ProcessesOnly extends TypeExcludeFilter {
    private static final Set<Class<?>> KEPT = Set.of(Compiled.class, ProcessProvider.class, MillraceCustomizer.class);

    @Override
    public boolean match(MetadataReader reader, MetadataReaderFactory factory) {
        AnnotationMetadata metadata = reader.getAnnotationMetadata();
        return !metadata.hasAnnotatedMethods(TaskHandler.class.getName())
                && !metadata.isAnnotated(Configuration.class.getName())
                && KEPT.stream().noneMatch(each -> isKindOf(metadata.getClassName(), each));
    }

    private static boolean isKindOf(String name, Class<?> kind) {
        try {
            return kind.isAssignableFrom(ClassUtils.forName(name, ProcessesOnly.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProcessesOnly;
    }

    @Override
    public int hashCode() {
        return ProcessesOnly.class.hashCode();
    }
}

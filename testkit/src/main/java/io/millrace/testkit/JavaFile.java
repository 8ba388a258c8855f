package io.millrace.testkit;

import io.millrace.ProcessProvider;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A Java file that holds one {@link ProcessProvider}: compiled and loaded when a scenario or a person names it. */
final class JavaFile {
    private JavaFile() {}

    static ProcessProvider load(Path file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw refused(file, "this Java has no compiler; use a JDK");
        }
        try {
            // The classes are loaded one by one as they are needed, so they stay until the process ends.
            Path classes = Files.createTempDirectory("millrace-java");
            classes.toFile().deleteOnExit();
            compile(compiler, file, classes);
            return provider(file, classes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compile(JavaCompiler compiler, Path file, Path classes) throws IOException {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of(
                "-d", classes.toString(), "-cp", System.getProperty("java.class.path", ""), "-proc:none", "-parameters");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            boolean compiled = compiler.getTask(
                            new StringWriter(), files, found, options, null, files.getJavaFileObjects(file))
                    .call();
            if (!compiled) {
                throw new RefusedException(firstError(file, found.getDiagnostics()));
            }
        }
    }

    private static Problem firstError(Path file, List<Diagnostic<? extends JavaFileObject>> found) {
        for (Diagnostic<? extends JavaFileObject> diagnostic : found) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String place = "line " + diagnostic.getLineNumber() + ", column " + diagnostic.getColumnNumber();
                return Code.BAD_SOURCE.with(file, place + ": " + diagnostic.getMessage(Locale.ROOT).replaceAll("\\s+", " "));
            }
        }
        return Code.BAD_SOURCE.with(file, "it does not compile");
    }

    private static ProcessProvider provider(Path file, Path classes) throws IOException {
        List<Class<?>> found = new ArrayList<>();
        URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, JavaFile.class.getClassLoader());
        try (Stream<Path> compiled = Files.walk(classes)) {
            for (Path type : compiled.filter(path -> path.toString().endsWith(".class")).toList()) {
                String relative = classes.relativize(type).toString();
                String name = relative.substring(0, relative.length() - ".class".length()).replace(type.getFileSystem().getSeparator(), ".");
                Class<?> loaded = loader.loadClass(name);
                if (ProcessProvider.class.isAssignableFrom(loaded) && !Modifier.isAbstract(loaded.getModifiers())) {
                    found.add(loaded);
                }
            }
            if (found.size() != 1) {
                throw refused(file, "it holds " + found.size() + " implementations of ProcessProvider, and one is needed");
            }
            var constructor = found.getFirst().getDeclaredConstructor();
            constructor.setAccessible(true);
            return (ProcessProvider) constructor.newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw refused(file, "its ProcessProvider cannot be made: " + cause);
        }
    }

    private static RefusedException refused(Path file, String why) {
        return new RefusedException(Code.BAD_SOURCE.with(file, why));
    }
}

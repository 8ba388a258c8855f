package io.millrace.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completion scripts for shells, made from the definitions of the commands, from which their help is made too. */
final class Completion {
    /** What can be given: one of some words, a file, or anything. */
    record Values(String label, List<String> words, boolean files) {
        boolean isFree() {
            return words.isEmpty() && !files;
        }
    }

    /** @param values null for an option without a value */
    record Choice(List<String> names, String what, @Nullable Values values) {}

    record Entry(String command, String what, List<Choice> options, List<Values> operands) {}

    private Completion() {}

    /** All commands, in the order of the overview. */
    static List<Entry> entries(CommandSpec mill) {
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, String> each : ordered().entrySet()) {
            CommandSpec command = Objects.requireNonNull(mill.subcommands().get(each.getKey())).getCommandSpec();
            List<Choice> options = command.options().stream().map(Completion::choice).toList();
            List<Values> operands = command.positionalParameters().stream().map(Completion::values).toList();
            entries.add(new Entry(each.getKey(), each.getValue(), options, operands));
        }
        return entries;
    }

    private static Map<String, String> ordered() {
        return Overview.GROUPS.stream()
                .flatMap(group -> group.lines().stream())
                .collect(Collectors.toMap(Overview.Line::command, Overview.Line::what, (one, other) -> one, LinkedHashMap::new));
    }

    private static Choice choice(OptionSpec option) {
        String what = String.join(" ", option.description());
        return new Choice(List.of(option.names()), what, option.arity().max() == 0 ? null : values(option));
    }

    private static Values values(ArgSpec argument) {
        List<String> words = new ArrayList<>();
        Iterable<String> candidates = argument.completionCandidates();
        if (candidates != null) {
            // Values of enums are taken in any case; names that are given as they are stay as they are.
            boolean isEnum = argument.type().isEnum();
            candidates.forEach(word -> words.add(isEnum ? word.toLowerCase(Locale.ROOT) : word));
        }
        List<Class<?>> types = new ArrayList<>(List.of(argument.type()));
        types.addAll(List.of(argument.auxiliaryTypes()));
        String label = argument instanceof PositionalParamSpec || argument instanceof OptionSpec ? argument.paramLabel() : "";
        boolean files = types.contains(Path.class) || types.contains(File.class) || label.contains("FILE") || label.contains("DIR");
        return new Values(label, words, words.isEmpty() && files);
    }

    // bash

    static String bash(List<Entry> entries) {
        StringBuilder out = new StringBuilder("""
                # Completion of mill for bash: source <(mill completion bash)
                _mill() {
                  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options='' words='' files=no
                  COMPREPLY=()
                  if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '%s --help --version' -- "$current"))
                    return
                  fi
                  case "${COMP_WORDS[1]} $previous" in
                """.formatted(entries.stream().map(Entry::command).collect(Collectors.joining(" "))));
        for (Entry entry : entries) {
            for (Choice option : entry.options()) {
                if (option.values() != null) {
                    String patterns = option.names().stream().map(name -> quoted(entry.command() + " " + name)).collect(Collectors.joining("|"));
                    out.append("    ").append(patterns).append(")\n      ").append(bash(option.values())).append("\n      return ;;\n");
                }
            }
        }
        out.append("  esac\n  case ${COMP_WORDS[1]} in\n");
        for (Entry entry : entries) {
            String options = entry.options().stream().flatMap(option -> option.names().stream()).collect(Collectors.joining(" "));
            String words = entry.operands().stream().flatMap(operand -> operand.words().stream()).collect(Collectors.joining(" "));
            boolean files = entry.operands().stream().anyMatch(Values::files);
            out.append("    %s) options='%s' words='%s' files=%s ;;\n".formatted(entry.command(), options, words, files ? "yes" : "no"));
        }
        return out.append("""
                  esac
                  case $current in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
                    *)
                      if [ "$files" = yes ]; then
                        compopt -o default 2>/dev/null
                      else
                        COMPREPLY=($(compgen -W "$words" -- "$current"))
                      fi
                      ;;
                  esac
                }
                complete -F _mill mill ./mill
                """).toString();
    }

    private static String bash(Values values) {
        if (values.files()) {
            return "compopt -o default 2>/dev/null";
        }
        return values.isFree() ? ":" : "COMPREPLY=($(compgen -W " + quoted(String.join(" ", values.words())) + " -- \"$current\"))";
    }

    /** A text in single quotes, for any of the shells but fish. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    // zsh

    static String zsh(List<Entry> entries) {
        StringBuilder out = new StringBuilder("""
                #compdef mill
                # Completion of mill for zsh: a file '_mill' in a directory of $fpath
                _mill() {
                  local -a commands
                  commands=(
                """);
        entries.forEach(entry -> out.append("    ").append(quoted(entry.command() + ":" + entry.what().replace(":", "\\:"))).append('\n'));
        out.append("""
                  )
                  if (( CURRENT == 2 )); then
                    _describe -t commands command commands
                    return
                  fi
                  local command=$words[2]
                  shift words
                  (( CURRENT -= 1 ))
                  case $command in
                """);
        for (Entry entry : entries) {
            out.append("    ").append(entry.command()).append(")\n      _arguments -s");
            entry.options().forEach(option -> option.names().forEach(name -> out.append(" \\\n        ").append(zsh(option, name))));
            for (int i = 0; i < entry.operands().size(); i++) {
                boolean last = i == entry.operands().size() - 1;
                String place = last ? "*" : Integer.toString(i + 1);
                out.append(" \\\n        ").append(quoted(place + zsh(entry.operands().get(i))));
            }
            out.append("\n      ;;\n");
        }
        return out.append("  esac\n}\ncompdef _mill mill\n").toString();
    }

    private static String zsh(Choice option, String name) {
        String others = option.names().size() > 1 ? "(" + String.join(" ", option.names()) + ")" : "";
        String what = option.what().replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
        return quoted(others + name + "[" + what + "]" + (option.values() == null ? "" : zsh(option.values())));
    }

    private static String zsh(Values values) {
        String label = values.label().replace(":", "\\:");
        String action = values.files() ? "_files" : values.isFree() ? " " : "(" + String.join(" ", values.words()) + ")";
        return ":" + label + ":" + action;
    }

    // fish

    static String fish(List<Entry> entries) {
        StringBuilder out = new StringBuilder("# Completion of mill for fish: ~/.config/fish/completions/mill.fish\ncomplete -c mill -f\n");
        for (Entry entry : entries) {
            out.append("complete -c mill -n __fish_use_subcommand -a ").append(entry.command()).append(" -d ").append(fish(entry.what())).append('\n');
        }
        for (Entry entry : entries) {
            String begin = "complete -c mill -n '__fish_seen_subcommand_from " + entry.command() + "'";
            for (Choice option : entry.options()) {
                out.append(begin);
                for (String name : option.names()) {
                    out.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
                }
                out.append(option.values() == null ? "" : fish(option.values(), true)).append(" -d ").append(fish(option.what())).append('\n');
            }
            for (Values operand : entry.operands()) {
                if (!operand.isFree()) {
                    out.append(begin).append(fish(operand, false)).append('\n');
                }
            }
        }
        return out.toString();
    }

    private static String fish(Values values, boolean required) {
        if (values.files()) {
            return required ? " -r -F" : " -F";
        }
        return (required ? " -x" : "") + (values.isFree() ? "" : " -a " + fish(String.join(" ", values.words())));
    }

    private static String fish(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}

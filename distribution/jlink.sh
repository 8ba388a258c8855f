#!/usr/bin/env bash
# Makes an archive of Millrace that needs no Java: the archive of this build, with as much of a JDK as it uses.
#
#   distribution/jlink.sh [ARCHIVE [TARGET]]
#
# ARCHIVE is what 'mvn package' has made (default: the one in distribution/target); TARGET is the archive to make. The JDK is that of
# JAVA_HOME, or the one on the path; the archive runs on the kind of machine that the JDK is for.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
archives=("$here"/target/millrace-*SNAPSHOT.tar.gz "$here"/target/millrace-*[0-9].tar.gz)
archive=${1:-}
for each in "${archives[@]}"; do
  [ -n "$archive" ] || [ ! -r "$each" ] || archive=$each
done
[ -r "$archive" ] || { echo "There is no archive '${archive:-of this build}': run 'mvn package' first." >&2; exit 2; }
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
command -v "${bin}jlink" >/dev/null || { echo "There is no jlink: set JAVA_HOME to a JDK 21 or later." >&2; exit 2; }

name=$(basename "$archive" .tar.gz)
system=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
target=${2:-$here/target/$name-$system.tar.gz}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tar -xzf "$archive" -C "$work"
root=$work/$(ls "$work")
# jdeps finds what the classes name; what is found by a name in a text is added: the compiler for Java processes in files, locales and
# character sets of data, elliptic curves of TLS, and archives as file systems.
modules=$("${bin}jdeps" --multi-release 21 --ignore-missing-deps --print-module-deps "$root"/lib/*.jar | tail -n 1)
"${bin}jlink" --add-modules "$modules,jdk.compiler,jdk.charsets,jdk.localedata,jdk.crypto.ec,jdk.zipfs,jdk.unsupported,java.net.http" \
  --strip-debug --no-header-files --no-man-pages --compress zip-6 --output "$root/runtime"
tar -czf "$target" -C "$work" "$(basename "$root")"
echo "$target"

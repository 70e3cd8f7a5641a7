#!/bin/sh
# A C compiler for `niclab driver`: compiles without optimisation, and equal sources with equal options only once.
# OBJECTS_FOLDER keeps the shared objects; the headers have to stay as they are for as long as it exists. The last two arguments are -o FILE.
set -eu
for out; do :; done
key=$(for word; do
    [ "$word" = "$out" ] || printf '%s\n' "$word"
    case $word in *.c) cat "$word" ;; esac
done | sha256sum | cut -d ' ' -f 1)
kept=$OBJECTS_FOLDER/$key.so
if [ ! -f "$kept" ]; then
    cc "$@" -O0 -g0
    cp "$out" "$kept.$$"
    mv "$kept.$$" "$kept"
else
    cp "$kept" "$out"
fi

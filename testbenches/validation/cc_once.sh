#!/bin/sh
# A C compiler for `niclab driver`: compiles equal sources with equal options only once, without optimization and lines unless AS_A_USER is set.
# OBJECTS_FOLDER keeps the shared objects; the headers have to stay as they are for as long as it exists. The last two arguments are -o FILE, unless it only preprocesses (-E).
set -eu
case " $* " in *" -E "*) exec cc "$@" ;; esac
for out; do :; done
key=$(for word; do
    [ "$word" = "$out" ] || printf '%s\n' "$word"
    case $word in *.c) cat "$word" ;; esac
done | sha256sum | cut -d ' ' -f 1)
kept=$OBJECTS_FOLDER/$key.so
if [ ! -f "$kept" ]; then
    if [ -n "${AS_A_USER:-}" ]; then cc "$@"; else cc "$@" -O0 -g0; fi
    cp "$out" "$kept.$$"
    mv "$kept.$$" "$kept"
else
    cp "$kept" "$out"
fi

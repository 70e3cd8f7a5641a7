#!/usr/bin/env bash
# A C compiler for `niclab driver`: compiles each source that is the same after preprocessing, with equal options, only once.
# MORE_FLAGS are further options, such as -O0. OBJECTS_FOLDER keeps the objects; several tests may use it at a time.
set -euo pipefail
read -ra more <<<"${MORE_FLAGS:-}"
sources=() options=() out='' previous=''
for word; do
    case $previous:$word in
        *:-E) exec cc "$@" ;;
        -o:*) out=$word ;;
        *:-o) ;;
        *:*.c) sources+=("$word") ;;
        *) options+=("$word") ;;
    esac
    previous=$word
done
compiler=$(cc --version)
objects=()
for source in "${sources[@]}"; do
    # What does not compile is compiled all at once, for the messages of a compiler.
    key=$({ printf '%s\n' "$compiler" "${options[@]}" "${more[@]}" && cc -E -fno-working-directory "${options[@]}" "${more[@]}" "$source" 2>/dev/null; } | sha256sum) ||
        exec cc "$@" "${more[@]}"
    object=$OBJECTS_FOLDER/${key%% *}.o
    touch -c "$object"  # it was used now
    if [ ! -f "$object" ]; then
        cc -c "${options[@]}" "${more[@]}" "$source" -o "$object.$$" 2>"$object.$$.messages" || { rm -f "$object.$$"* && exec cc "$@" "${more[@]}"; }
        cat "$object.$$.messages" >&2
        rm "$object.$$.messages"
        mv "$object.$$" "$object"
    fi
    objects+=("$object")
done
exec cc "${options[@]}" "${objects[@]}" -o "$out"

#!/usr/bin/env bash
# A C compiler for `niclab driver`: compiles each source that is the same after preprocessing, with equal options, only once.
# It preprocesses a source only if that source, a .c or .h file of the folders with headers, or an option has changed.
# MORE_FLAGS are further options, such as -O0. OBJECTS_FOLDER keeps the objects; several tests may use it at a time.
set -euo pipefail
read -ra more <<<"${MORE_FLAGS:-}"
sources=() options=() folders=() out='' previous=''
for word; do
    case $previous:$word in
        *:-E) exec cc "$@" ;;
        -o:*) out=$word ;;
        *:-o) ;;
        *:*.c) sources+=("$word") folders+=("$(dirname "$word")") ;;
        -I:*) options+=("$word") folders+=("$word") ;;
        *) options+=("$word") ;;
    esac
    previous=$word
done
compiler=$(cc --version)
all_files=$({
    printf '%s\n' "$compiler" "${options[@]}" "${more[@]}" && stat -c '%n %Y' /usr/include /usr/include/*-linux-gnu &&
        find -L "${folders[@]}" -name '*.[ch]' -type f -print0 | sort -zu | xargs -0 sha256sum
} | sha256sum)
objects=()
for source in "${sources[@]}"; do
    known=$(printf '%s\n' "$all_files" "$source" | sha256sum)
    known=$OBJECTS_FOLDER/${known%% *}.key
    if ! read -r key 2>/dev/null <"$known"; then
        # What does not compile is compiled all at once, for the messages of a compiler.
        key=$({ printf '%s\n' "$compiler" "${options[@]}" "${more[@]}" && cc -E -fno-working-directory "${options[@]}" "${more[@]}" "$source" 2>/dev/null; } | sha256sum) ||
            exec cc "$@" "${more[@]}"
        key=${key%% *}
        printf '%s\n' "$key" >"$known.$$" && mv "$known.$$" "$known"
    fi
    object=$OBJECTS_FOLDER/$key.o
    touch -c "$known" "$object"  # they were used now
    if [ ! -f "$object" ]; then
        cc -c "${options[@]}" "${more[@]}" "$source" -o "$object.$$" 2>"$object.$$.messages" || { rm -f "$object.$$"* && exec cc "$@" "${more[@]}"; }
        cat "$object.$$.messages" >&2
        rm "$object.$$.messages"
        mv "$object.$$" "$object"
    fi
    objects+=("$object")
done
exec cc "${options[@]}" "${objects[@]}" -o "$out"

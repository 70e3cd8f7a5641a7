# shellcheck shell=bash
# For scripts that take packages of Debian: lists of other releases than this machine's, from its
# mirror. They go to a temporary folder, and need no root.

options=()  # of apt: none for the releases of this machine

# use_releases FOLDER SUITE...: from now on `options` selects these suites.
use_releases() {
    local folder=$1 key=/usr/share/keyrings/debian-archive-keyring.gpg mirror suite
    shift
    # shellcheck disable=SC2016  # of apt
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
        sed 's,-security/*$,,; s,/*$,,' | sort | uniq -c | sort -rn | sed -n '1s/^ *[0-9]* //p')
    [ -n "$mirror" ] || return 0
    mkdir -p "$folder"/{lists,cache/archives/partial,etc}
    : >"$folder/status"
    for suite in "$@"; do
        case $suite in
            *-security) echo "deb [signed-by=$key] $mirror-security $suite main" ;;
            *) echo "deb [signed-by=$key] $mirror $suite main" ;;
        esac
    done >"$folder/sources.list"
    options=(-o "Dir::Etc=$folder/etc" -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=-
        -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o Acquire::Languages=none
        -o APT::Sandbox::User=root -o APT::Get::List-Cleanup=0)
    apt-get "${options[@]}" update -qq >/dev/null 2>&1 || true
}

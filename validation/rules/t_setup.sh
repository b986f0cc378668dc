#!/usr/bin/env bash
# scripts/setup against stand-ins for apt-get, sudo and the compiler: it waits while another process
# holds a lock of apt, and fails at once, with apt's own words, for any other reason. Nothing is
# installed. Usage: t_setup.sh
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work

fail() { echo "t_setup: $1" >&2; cat "$work/log" >&2; exit 1; }
stand_in() { cat >"$work/bin/$1" && chmod +x "$work/bin/$1"; }

mkdir "$work/bin"
# Headers and libraries are there once apt-get has installed them.
stand_in cc <<'END'
#!/usr/bin/env bash
cat >/dev/null # the source, which the writer must get rid of
[ -e "$work/installed" ]
END
stand_in sudo <<'END'
#!/usr/bin/env bash
exec "$@"
END
for program in c++ make pkg-config sleep; do
    stand_in $program </dev/null
done
# Fails with the text of the file named after the sub-command as many times as that file has lines,
# a line each time.
stand_in apt-get <<'END'
#!/usr/bin/env bash
for word in "$@"; do
    case $word in update | install) break ;; esac
done
echo "$word" >>"$work/calls"
if [ -s "$work/$word" ]; then
    head -n 1 "$work/$word" >&2
    sed -i 1d "$work/$word"
    exit 100
fi
[ "$word" = update ] || touch "$work/installed"
END
setup() {
    rm -f "$work/installed" "$work/calls"
    PATH=$work/bin:$PATH CC=cc "$top/scripts/setup" >"$work/log" 2>&1
}

# The words of apt 2.6 and 3.0 when the package lists or the downloads are locked.
printf 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process %d (apt-get)\n' 1 2 3 >"$work/update"
printf 'E: Could not get lock /var/cache/apt/archives/lock. It is held by process %d (apt-get)\n' 1 2 >"$work/install"
setup || fail "it fails while apt is locked"
[ "$(tr '\n' ' ' <"$work/calls")" = 'update update update update install install install ' ] || fail "other calls: $(cat "$work/calls")"
grep -q 'Waiting for another apt' "$work/log" || fail "it does not say that it waits"

: >"$work/update"
echo 'E: Unable to locate package libqd-dev' >"$work/install"
if setup; then fail "an error of apt's is no failure"; fi
grep -q 'Unable to locate package libqd-dev' "$work/log" || fail "apt's error is not shown"
[ "$(tr '\n' ' ' <"$work/calls")" = 'update install ' ] || fail "it repeats what cannot succeed"

rm -f "$work/calls"
code=0
PATH=$work/bin:$PATH CC=cc "$top/scripts/setup" nonsense >"$work/log" 2>&1 || code=$?
{ [ $code = 2 ] && grep -q Usage "$work/log" && [ ! -e "$work/calls" ]; } || fail "an unknown word gives exit code $code"
echo "t_setup: waits for locks and for nothing else"

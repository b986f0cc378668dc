#!/usr/bin/env bash
# Standard streams that are closed, full, a socket or a file that was read from already; names with
# control characters; files and pictures that cannot be completed; progress on a narrow terminal.
# Usage: t_cli_streams.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

has_python() { command -v python3 >/dev/null; }
run() { # exit code, then a command with streams of its own
    local code=$1 got=0
    shift
    checks=$((checks + 1))
    "$@" || got=$?
    [ "$got" = "$code" ] || fail "$*: exit code $got, expected $code: $(cat err)"
}

printf '3\n4\n' >v.csv
"$ddblas" gen hilbert 3 -o H.mtx >out 2>err || fail "gen: $(cat err)"
cp H.mtx good.mtx

# ---- closed streams: a file that is opened must not get their numbers
closed_output() { "$ddblas" gen hilbert 3 -o H.mtx 2>err >&-; }
run 2 closed_output
grep -q 'standard output could not be written' err || fail "closed output: $(cat err)"
all_closed() { "$ddblas" gen hilbert 3 -o H.mtx >&- 2>&- <&-; }
run 2 all_closed
cmp H.mtx good.mtx || fail 'a file got what was printed'
closed_input() { "$ddblas" symv H.mtx - >out 2>err <&-; }
run 2 closed_input
grep -q '^ddblas: /dev/stdin: cannot open: Bad file descriptor$' err || fail "closed input: $(cat err)"

# ---- standard output without room
if [ -w /dev/full ]; then
    full() { "$ddblas" "$@" >/dev/full 2>err; }
    run 2 full --help
    run 2 full gen hilbert 5 -o -
    run 2 full compare v.csv v.csv --json
    grep -q 'standard output could not be written' err || fail "full: $(cat err)"
    run 2 full symv nothing.mtx --json
fi

# ---- standard input: a socket, and a file of which a line was read
if has_python; then
    socket() {
        python3 -c 'import socket, subprocess, sys
here, there = socket.socketpair()
child = subprocess.Popen([sys.argv[1], "nrm2", "-"], stdin=there)
here.sendall(open("v.csv", "rb").read())
here.close()
there.close()
sys.exit(child.wait())' "$ddblas" >out 2>err
    }
    run 0 socket
    says '^5$'
    printf 'a title\n3\n4\n' >titled.txt
    rest() { (python3 -c 'import os; os.read(0, 8)' && exec "$ddblas" nrm2 -) <titled.txt >out 2>err; }
    run 0 rest
    says '^5$'
fi

# ---- names: one line of error without control characters; text in pictures
refuse 2 '^ddblas: no\?file \?\[31m: cannot open' compare $'no\nfile \x1b[31m' v.csv
refuse 2 '^ddblas: no\?file: cannot open' compare $'no\nfile' v.csv --json
name=$'<a> & "b" \'c\' \xc3\xa9 \xff\n.csv'
if cp v.csv "$name" 2>/dev/null; then
    expect 0 compare "$name" v.csv --svg picture.svg
    expect 0 compare v.csv "$name" --bound v.csv --svg title.svg
    has_python && { python3 -c 'import xml.etree.ElementTree as tree
for file in "picture.svg", "title.svg":
    texts = [t.text for t in tree.parse(file).iter() if t.tag.endswith("text")]
    assert "<a> & \"b\" " + chr(39) + "c" + chr(39) + " \u00e9 \ufffd\n.csv" in texts, texts' || fail "$name in a picture"; }
fi

# ---- a file that cannot be completed is not left
if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=8k tmpfs small 2>/dev/null; then
    trap 'umount "$work/small"; rm -rf "$work"' EXIT
    refuse 2 'small/a.svg: cannot be written' verify symv --gen hilbert 300 --digits-svg small/a.svg
    refuse 2 'small/H.mtx: cannot write: No space left' gen hilbert 100 -o small/H.mtx
    "$ddblas" gen hilbert 100 -o big.mtx >out 2>err
    refuse 2 'small/b.svg: cannot be written' compare big.mtx big.mtx --svg small/b.svg
    [ -z "$(ls small)" ] || fail "left: $(ls small)"
fi

# ---- progress: no line is wider than the terminal
if has_python; then
    checks=$((checks + 1))
    long=$(printf 'x%.0s' $(seq 90)).csv
    mkfifo "$long"
    python3 -c 'import fcntl, os, re, struct, sys, termios, threading, time
def feed():
    with open(sys.argv[2], "wb") as pipe:
        pipe.write(b"1\n" * 700000)
        pipe.flush()
        time.sleep(1)
        pipe.write(b"1\n")
threading.Thread(target=feed, daemon=True).start()
ends = os.openpty()
fcntl.ioctl(ends[1], termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
child = os.fork()
if child == 0:
    os.dup2(ends[1], 2)
    os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
    os.close(ends[0])
    os.execv(sys.argv[1], ["ddblas", "nrm2", sys.argv[2]])
os.close(ends[1])
seen = b""
while True:
    try:
        piece = os.read(ends[0], 4096)
    except OSError:
        break
    if not piece:
        break
    seen += piece
assert os.waitpid(child, 0)[1] == 0
lines = re.split(rb"\r\x1b\[K", seen)
assert len(lines) > 2, seen
assert max(map(len, lines)) < 60, lines
assert b"\n" not in seen' "$ddblas" "$long" || fail 'progress is wider than the terminal'
fi
finish

#!/usr/bin/env bash
# Completion: every option of every command is offered, and the parser knows each that is offered;
# the scripts for bash, zsh and fish offer these words, as far as the shells are installed.
# Usage: t_cli_completion.sh PATH_OF_DDBLAS
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

# offered WORD...: the words for the place of the last one, without explanations.
offered() { "$ddblas" complete "$@" | cut -f 1; }
# The same words in the same order.
same() { # EXPECTED GOT NAME
    checks=$((checks + 1))
    [ "$1" = "$2" ] || fail "$3: expected '$1', got '$2'"
}
has() { # WORD LIST NAME
    checks=$((checks + 1))
    grep -qxF -e "$1" <<<"$2" || fail "$3 does not offer $1"
}

# ---- commands and words
commands=$(sed -n 's/^CLI_COMMAND([^,]*, "\([^"]*\)".*/\1/p' "$top/cli/commands.def")
routines=$(sed -n 's/^CLI_VERIFY([^,]*, "\([^"]*\)".*/\1/p' "$top/cli/verify.def")
[ "$(wc -w <<<"$commands")" -ge 20 ] || fail "commands.def was not understood"
same "$commands"$'\nhelp\n--help\n--version' "$(offered '')" "ddblas"
same "$routines" "$(offered verify '')" "ddblas verify"
same --suite "$(offered verify --)" "ddblas verify --"
same "$("$ddblas" gen --help | sed -n '/^Kinds/,$s/^  \([^ ]*\) .*/\1/p')" "$(offered gen '')" "ddblas gen"
same $'auto\ncpu\ncuda' "$(offered symv A.mtx --engine '')" "--engine"
same $'auto\ncpu\ncuda' "$(offered symv --engine = c)" "--engine = of bash"
same $'auto\ncpu\ncuda' "$(offered symv --engine =)" "--engine = of bash, without a letter"
same $'--engine=auto\n--engine=cpu\n--engine=cuda' "$(offered symv --engine=c)" "--engine="
same $'S\nD\nW\nC\nZ\nU' "$(offered symv --type '')" "--type"
has random-x "$(offered symv A.mtx --x '')" "--x"
has hilbert "$(offered verify symv --gen '')" "--gen"
for words in 'symv ' 'symv --out ' 'symv -o ' 'symv --alpha ' 'verify nothing --' 'nothing --' 'info x' 'symv --frob='; do
    read -ra list <<<"$words"
    [[ $words == *' ' ]] && list+=('')
    same '' "$(offered "${list[@]}")" "$words"
done

# ---- options: all that the usage of a command names, all that the parser knows
everything=''
check_options() { # COMMAND... : a command, or verify and a routine
    local options option
    options=$(offered "$@" --)
    everything+=$options$'\n'
    for option in $options; do
        [ "$option" = --help ] && continue
        checks=$((checks + 1))
        # The parser refuses one of the two others, or a value.
        "$ddblas" "$@" "$option" --no-such-option --no-such-option >out 2>err </dev/null && fail "ddblas $* $option: nothing is refused"
        grep -qF -e "no option '$option'" err && fail "ddblas $*: $option is offered and refused"
    done
}
for command in $commands; do
    [ "$command" = verify ] && continue
    check_options "$command"
    for option in $("$ddblas" "$command" --help | sed '/^$/q' | grep -oE -e '--[a-z][a-z-]*' | sort -u); do
        has "$option" "$(offered "$command" --)" "ddblas $command"
    done
done
for routine in $routines; do
    check_options verify "$routine"
done
check_options verify --suite .
for option in $("$ddblas" verify --help | grep -oE -e '--[a-z][a-z-]*' | sort -u); do
    has "$option" "$everything" "no routine of ddblas verify"
done
tables=$(grep -rhoE -e '\{ *"--[a-z-]+"' "$top/cli" | grep -oE -e '--[a-z-]+' | sort -u)
[ "$(wc -l <<<"$tables")" -ge 40 ] || fail "the tables of options were not understood"
for option in $tables; do
    has "$option" "$everything" "no command"
done

# ---- the scripts of the shells
PATH=$(dirname "$ddblas"):$PATH
bash_offers() {
    bash --norc -c '. "$1"; shift; COMP_WORDS=(ddblas "$@"); COMP_CWORD=$#; _ddblas; printf "%s\n" "${COMPREPLY[@]}"' - "$top/cli/completion/ddblas.bash" "$@"
}
zsh_offers() { # with the completion system's functions replaced by ones that print
    # shellcheck disable=SC2016 # zsh is to expand it
    zsh -f -c '_describe() { print -rl -- "${(@)${(P)2}%%:*}" }; _files() { }; words=(ddblas "${@[2,-1]}"); CURRENT=$#words; . "$1"' - "$top/cli/completion/_ddblas" "$@" |
        grep -e "^${*: -1}"
}
fish_offers() {
    # shellcheck disable=SC2016 # fish is to expand it
    fish --no-config -c 'source $argv[1]; complete -C "ddblas $argv[2]"' "$top/cli/completion/ddblas.fish" "$*" | cut -f 1
}
for shell in bash zsh fish; do
    command -v $shell >/dev/null || { echo "no $shell: not tested"; continue; }
    same symv "$(${shell}_offers sym)" "$shell: sym"
    same $'solve\nsolve-triangular' "$(${shell}_offers verify solv)" "$shell: verify solv"
    same $'cpu\ncuda' "$(${shell}_offers gemm A.mtx --engine c | sort)" "$shell: --engine c"
    same $'--threads\n--transa\n--transb' "$(${shell}_offers gemm --t | grep -vx -e --trace -e --type | sort)" "$shell: gemm --t"
    same ddblasWsymv "$(${shell}_offers help ddblasWsymv)" "$shell: help"
done
same $'cpu\ncuda' "$(bash_offers gemm --engine = c)" 'bash: --engine=c'
finish

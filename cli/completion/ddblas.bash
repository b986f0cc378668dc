# Completion of the ddblas command for bash. "ddblas complete" knows the words; where it prints none,
# file names are completed.
_ddblas() {
    local word current=${COMP_WORDS[COMP_CWORD]}
    [ "$current" = = ] && current=
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        [[ $word == "$current"* ]] && COMPREPLY+=("$word")
    done < <("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _ddblas ddblas

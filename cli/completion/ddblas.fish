# Completion of the ddblas command for fish. "ddblas complete" knows the words; where it prints none,
# file names are completed.
function __ddblas_words
    set -l words (commandline -opc)
    $words[1] complete $words[2..] (commandline -ct) 2>/dev/null
end
complete -c ddblas -f -n 'count (__ddblas_words) >/dev/null' -a '(__ddblas_words)'

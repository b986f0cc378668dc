/*
 * Keeps the list of spaces that was passed to ddblas_tune_set_spaces.
 */
#include "tune.h"

#include <stdatomic.h>
#include <stddef.h>

static const struct ddblas_tune_space *const *_Atomic known_spaces;

void ddblas_tune_set_spaces(const struct ddblas_tune_space *const *spaces) { atomic_store(&known_spaces, spaces); }

const struct ddblas_tune_space *const *ddblas_tune_spaces(void)
{
    static const struct ddblas_tune_space *const none[] = {NULL};
    const struct ddblas_tune_space *const *spaces = atomic_load(&known_spaces);
    return spaces ? spaces : none;
}

int ddblas_tune_space_number(const void *id)
{
    const struct ddblas_tune_space *const *spaces = ddblas_tune_spaces();
    int number = 0;
    while (spaces[number]->id != id)
        number++;
    return number;
}

/*
 * The CPU engine's share of the units: interface.
 */
#ifndef DDBLAS_XT_SHARE_H
#define DDBLAS_XT_SHARE_H

#include "xt/xt_call.h"

struct xt_share
{
    struct xt_call *call;
    ddblasHandle_t handle; /* A handle of the CPU engine. */
    char *text;            /* DDBLAS_ERROR_TEXT characters: the result in a sentence. */
};

/* Body of the CPU's thread; the argument is an xt_share. */
void *ddblas_xt_share_work(void *argument);

#endif

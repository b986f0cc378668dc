/*
 * Interface of the CPU engine's share of the units.
 */
#ifndef DDBLAS_XT_SHARE_H
#define DDBLAS_XT_SHARE_H

#include "xt/xt_call.h"

struct xt_share
{
    struct xt_call *call;
    ddblasHandle_t handle; /* A handle of the CPU engine. */
    /* Array of DDBLAS_ERROR_TEXT characters, which receives a sentence about the result. */
    char *text;
};

/* The function that the CPU's thread executes. The argument points at an xt_share. */
void *ddblas_xt_share_work(void *argument);

#endif

/*
 * trmv and trsv on the CPU: blocks of the diagonal in W.
 */
#define BLOCK_FUNCTION ddblas_trv_cpu_w
#define NUMBER         cuddreal
#define HOST           ddblas_host_w
#define ADD            cuddAdd
#define SUB            cuddSub
#define MUL            cuddMul
#define DIV            cuddDiv
#define CONJ(a)        (a)
#include "trv_cpu_diagonal.h"

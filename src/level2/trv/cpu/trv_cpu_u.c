/*
 * trmv and trsv on the CPU: blocks of the diagonal in U.
 */
#define BLOCK_LINKAGE
#define BLOCK_FUNCTION ddblas_trv_cpu_u
#define NUMBER         cuddcomplex
#define HOST           ddblas_host_u
#define ADD            cuddcAdd
#define SUB            cuddcSub
#define MUL            cuddcMul
#define DIV            cuddcDiv
#define CONJ           cuddcConj
#include "trv_cpu_diagonal.h"

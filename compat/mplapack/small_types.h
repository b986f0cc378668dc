/*
 * The tables of small.h for one instruction set. The including file defines NAMES(letter, name),
 * which makes a name unique.
 */
#include "small.h"

#include "simd/host_memory.h"

#define NAME(name)   NAMES(w, name)
#define TABLE_TYPE   ddblas_small_w
#define NUMBER       cuddreal
#define HOST         ddblas_host_w
#define ADD          cuddAdd
#define SUB          cuddSub
#define MUL          cuddMul
#define DIV          cuddDiv
#define SCALE        cuddMul
#define CONJ(a)      (a)
#define REAL_PART(a) (a)
#define IS_ZERO      cuddIsZero
#define ZERO         cuddFromDouble(0.0)
#include "small_kernel.h"

#undef NAME
#undef TABLE_TYPE
#undef NUMBER
#undef HOST
#undef ADD
#undef SUB
#undef MUL
#undef DIV
#undef SCALE
#undef CONJ
#undef REAL_PART
#undef IS_ZERO
#undef ZERO

#define NAME(name)     NAMES(u, name)
#define TABLE_TYPE     ddblas_small_u
#define NUMBER         cuddcomplex
#define HOST           ddblas_host_u
#define ADD            cuddcAdd
#define SUB            cuddcSub
#define MUL            cuddcMul
#define DIV            cuddcDiv
#define SCALE(real, a) cuddcMake(cuddMul(real, (a).x), cuddMul(real, (a).y))
#define CONJ           cuddcConj
#define REAL_PART(a)   ((a).x)
#define IS_ZERO        cuddcIsZero
#define ZERO           cuddcFromDoubles(0.0, 0.0)
#include "small_kernel.h"

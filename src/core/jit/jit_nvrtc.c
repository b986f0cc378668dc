/*
 * NVRTC, found at run time: the few functions of it that are needed, declared here, so that neither
 * building nor using the library needs it.
 */
#define _POSIX_C_SOURCE 200809L
#include "jit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct program *program_t;

/* NVRTC's interface; every function returns 0 for success. */
struct nvrtc
{
    int (*version)(int *major, int *minor);
    int (*create)(program_t *program, const char *source, const char *name, int headers, const char *const *texts,
                  const char *const *names);
    int (*destroy)(program_t *program);
    int (*add_instance)(program_t program, const char *expression);
    int (*compile)(program_t program, int count, const char *const *options);
    int (*lowered_name)(program_t program, const char *expression, const char **name);
    int (*cubin_size)(program_t program, size_t *size);
    int (*cubin)(program_t program, char *cubin);
    int (*log_size)(program_t program, size_t *size);
    int (*log)(program_t program, char *log);
};

/* Replacements of the C library's headers in device code. */
static const struct ddblas_jit_file stand_ins[] = {
    {"stdint.h", "#pragma once\n"
                 "typedef signed char int8_t;\ntypedef short int16_t;\ntypedef int int32_t;\ntypedef long long int64_t;\n"
                 "typedef unsigned char uint8_t;\ntypedef unsigned short uint16_t;\ntypedef unsigned uint32_t;\n"
                 "typedef unsigned long long uint64_t;\ntypedef unsigned long uintptr_t;\ntypedef long intptr_t;\n"
                 "#define INT32_MAX 2147483647\n#define INT32_MIN (-INT32_MAX - 1)\n#define UINT32_MAX 4294967295u\n"
                 "#define INT64_MAX 9223372036854775807ll\n#define INT64_MIN (-INT64_MAX - 1)\n"
                 "#define UINT64_MAX 18446744073709551615ull\n#define INT64_C(c) c##ll\n#define UINT64_C(c) c##ull\n"},
    {"stddef.h", "#pragma once\n"},
    {"string.h", "#pragma once\n"},
    {"math.h", "#pragma once\n#define NAN __int_as_float(0x7fffffff)\n#define INFINITY __int_as_float(0x7f800000)\n"
               "#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)\n"},
    {"float.h",
     "#pragma once\n#define DBL_MAX 0x1.fffffffffffffp+1023\n#define DBL_MIN 0x1p-1022\n#define DBL_EPSILON 0x1p-52\n"
     "#define FLT_MAX 0x1.fffffep+127f\n#define FLT_MIN 0x1p-126f\n#define FLT_EPSILON 0x1p-23f\n#define DBL_MANT_DIG 53\n"},
    {NULL, NULL}};

/* Declarations of toolkit headers that NVRTC lacks: programmatic dependent launch. */
static const char prelude[] = "static __device__ __forceinline__ void cudaTriggerProgrammaticLaunchCompletion()\n"
                              "{ asm volatile(\"griddepcontrol.launch_dependents;\" ::: \"memory\"); }\n"
                              "static __device__ __forceinline__ void cudaGridDependencySynchronize()\n"
                              "{ asm volatile(\"griddepcontrol.wait;\" ::: \"memory\"); }\n";

static const char *const fixed_options[] = {"--std=c++17", "--device-as-default-execution-space"};

enum
{
    FIXED_OPTIONS = sizeof fixed_options / sizeof fixed_options[0],
    MOST_FILES = 64
};

static struct nvrtc nvrtc;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Copies the address of a function of the library; 0, or -1 when it has none. Through memcpy, for
 * ISO C knows no conversion from a pointer to data. */
static int take_symbol(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    if (!address)
        return -1;
    memcpy(function, &address, sizeof address);
    return 0;
}

static int take_all(void *library)
{
    return take_symbol(library, "nvrtcVersion", &nvrtc.version) || take_symbol(library, "nvrtcCreateProgram", &nvrtc.create) ||
           take_symbol(library, "nvrtcDestroyProgram", &nvrtc.destroy) ||
           take_symbol(library, "nvrtcAddNameExpression", &nvrtc.add_instance) ||
           take_symbol(library, "nvrtcCompileProgram", &nvrtc.compile) ||
           take_symbol(library, "nvrtcGetLoweredName", &nvrtc.lowered_name) ||
           take_symbol(library, "nvrtcGetCUBINSize", &nvrtc.cubin_size) || take_symbol(library, "nvrtcGetCUBIN", &nvrtc.cubin) ||
           take_symbol(library, "nvrtcGetProgramLogSize", &nvrtc.log_size) ||
           take_symbol(library, "nvrtcGetProgramLog", &nvrtc.log);
}

/* The library stays open: NVRTC has threads and memory of its own. */
static void load_nvrtc(void)
{
    static const char *const usual[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"};
    const char *wanted = getenv("DDBLAS_NVRTC");
    void *library = NULL;
    if (wanted && wanted[0])
        library = strcmp(wanted, "none") == 0 ? NULL : dlopen(wanted, RTLD_NOW | RTLD_LOCAL);
    else
        for (size_t i = 0; i < sizeof usual / sizeof usual[0] && !library; i++)
            library = dlopen(usual[i], RTLD_NOW | RTLD_LOCAL);
    is_loaded = library && take_all(library) == 0;
}

int ddblas_jit_available(void)
{
    (void)pthread_once(&once, load_nvrtc);
    return is_loaded;
}

int ddblas_nvrtc_version(int *major, int *minor)
{
    *major = *minor = 0;
    return ddblas_jit_available() ? nvrtc.version(major, minor) : -1;
}

void ddblas_nvrtc_digest(struct ddblas_sha256 *sum)
{
    ddblas_sha256_add_text(sum, prelude);
    for (int i = 0; i < FIXED_OPTIONS; i++)
        ddblas_sha256_add_text(sum, fixed_options[i]);
    for (const struct ddblas_jit_file *f = stand_ins; f->name; f++)
    {
        ddblas_sha256_add_text(sum, f->name);
        ddblas_sha256_add_text(sum, f->text);
    }
}

/* The first lines of the compiler's words. */
static void say_why(program_t program, char *why)
{
    size_t size = 0;
    char *text;
    if (!why || nvrtc.log_size(program, &size) || size == 0 || !(text = malloc(size)))
        return;
    if (nvrtc.log(program, text) == 0)
        (void)snprintf(why, DDBLAS_JIT_WHY, "%s", text);
    free(text);
}

/* The cubin of a compiled program. */
static ddblasStatus_t take_image(program_t program, const char *instance, struct ddblas_jit_image **image)
{
    const char *name;
    size_t bytes = 0;
    if (nvrtc.lowered_name(program, instance, &name) || nvrtc.cubin_size(program, &bytes) || bytes == 0)
        return DDBLAS_STATUS_NOT_SUPPORTED;
    char *cubin = malloc(bytes);
    ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
    if (cubin && nvrtc.cubin(program, cubin) == 0 && (*image = ddblas_jit_new_image(name, cubin, bytes)))
    {
        (*image)->compiled = 1;
        status = DDBLAS_STATUS_SUCCESS;
    }
    free(cubin);
    return status;
}

static int create_program(const struct ddblas_jit_request *request, program_t *program)
{
    const char *names[MOST_FILES], *texts[MOST_FILES];
    char source[sizeof prelude + DDBLAS_JIT_NAME];
    int count = 0;
    for (int list = 0; list < 2; list++)
        for (const struct ddblas_jit_file *f = list ? ddblas_jit_files : stand_ins; f->name && count < MOST_FILES; f++, count++)
        {
            names[count] = f->name;
            texts[count] = f->text;
        }
    (void)snprintf(source, sizeof source, "%s#include \"%s\"\n", prelude, request->include);
    return nvrtc.create(program, source, "ddblas.cu", count, texts, names);
}

ddblasStatus_t ddblas_nvrtc_compile(const struct ddblas_jit_request *request, struct ddblas_jit_image **image, char *why)
{
    const char *options[FIXED_OPTIONS + 1];
    char architecture[40];
    program_t program = NULL;
    if (why)
        (void)snprintf(why, DDBLAS_JIT_WHY, "NVRTC is not there, or failed");
    *image = NULL;
    if (!ddblas_jit_available() || create_program(request, &program))
        return DDBLAS_STATUS_NOT_SUPPORTED;
    (void)snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%d", (int)request->capability);
    memcpy(options, fixed_options, sizeof fixed_options);
    options[FIXED_OPTIONS] = architecture;
    ddblasStatus_t status = DDBLAS_STATUS_NOT_SUPPORTED;
    if (nvrtc.add_instance(program, request->instance) == 0)
    {
        if (nvrtc.compile(program, FIXED_OPTIONS + 1, options) == 0)
            status = take_image(program, request->instance, image);
        else
            say_why(program, why);
    }
    (void)nvrtc.destroy(&program);
    return status;
}

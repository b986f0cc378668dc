/*
 * A kernel with its arguments, in the form that launch_graphs.h takes.
 */
#ifndef DDBLAS_BACKEND_PREPARED_LAUNCH_CUH
#define DDBLAS_BACKEND_PREPARED_LAUNCH_CUH

#include <cuda_runtime_api.h>
#include <string.h>
#include <utility>

#include "launch_graphs.h"

/* Holds the arguments of a launch. The member `launch` points into the object, which therefore must
 * not be moved. */
template <class... Parameters>
class prepared_launch
{
    enum
    {
        ALIGNED = 16
    };
    static constexpr size_t room_of(size_t size) { return (size + ALIGNED - 1) / ALIGNED * ALIGNED; }

    alignas(ALIGNED) unsigned char values[(room_of(sizeof(Parameters)) + ...)];
    void *pointers[sizeof...(Parameters)];

    /* Stores an argument, after its conversion to the parameter type of the kernel, including its
     * padding bytes. */
    template <class Parameter>
    void put(unsigned char *&place, void **&pointer, const Parameter &argument)
    {
        static_assert(__is_trivially_copyable(Parameter) && alignof(Parameter) <= ALIGNED, "copied byte by byte");
        memcpy(place, &argument, sizeof argument);
        *pointer++ = place;
        place += room_of(sizeof argument);
    }

    typedef void (*function)(Parameters...);

    template <size_t... I>
    static cudaError_t call(const cudaLaunchConfig_t &config, function kernel, void **arguments, std::index_sequence<I...>)
    {
        return cudaLaunchKernelEx(&config, kernel, *(const Parameters *)arguments[I]...);
    }

    static int start(const ddblas_launch *l, void *stream)
    {
        cudaLaunchAttribute attribute = {};
        attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attribute.val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(l->blocks);
        config.blockDim = dim3(l->threads);
        config.dynamicSmemBytes = l->shared;
        config.stream = (cudaStream_t)stream;
        config.attrs = &attribute;
        config.numAttrs = l->beside ? 1 : 0;
        return (int)call(config, (function)l->kernel, l->arguments, std::index_sequence_for<Parameters...>());
    }

  public:
    ddblas_launch launch;

    template <class... Arguments>
    prepared_launch(void (*kernel)(Parameters...), int blocks, int threads, size_t shared, bool beside,
                    const Arguments &...arguments)
        : values{},
          launch{
              (const void *)kernel, (unsigned)blocks, (unsigned)threads, shared, pointers, values, sizeof values, beside, start}
    {
        unsigned char *place = values;
        void **pointer = pointers;
        (put<Parameters>(place, pointer, arguments), ...);
    }
    prepared_launch(const prepared_launch &) = delete;
    prepared_launch &operator=(const prepared_launch &) = delete;
};

template <class... Parameters, class... Arguments>
prepared_launch(void (*)(Parameters...), int, int, size_t, bool, const Arguments &...) -> prepared_launch<Parameters...>;

#endif

/*
 * Messages between the blocks of a kernel whose blocks are all resident at once, as a cooperative
 * launch guarantees. A message carries a number of type double and the number of the turn in which
 * it is sent. Its 16 bytes are stored at once, and the receiver reads them until they carry its
 * turn; so neither a fence nor a barrier is needed. The memory holds no turn that is still to come
 * before the first message is sent.
 */
#ifndef DDBLAS_FACTOR_MESSAGES_CUH
#define DDBLAS_FACTOR_MESSAGES_CUH

#include <dd/scalar.cuh>

#include "backend/instructions.cuh"

/* `number` belongs to the sender, beside the value. */
struct alignas(16) resident_message
{
    double value;
    uint32_t turn, number;
};

static __device__ __forceinline__ void send(resident_message *to, double value, uint32_t turn, uint32_t number)
{
    store_together(to, (unsigned long long)__double_as_longlong(value), (unsigned long long)number << 32 | turn);
}

/* Waits for N messages of this turn. All are loaded before any is looked at. */
template <int N>
static __device__ __forceinline__ void receive(const resident_message *const (&from)[N], uint32_t turn, double (&values)[N],
                                               uint32_t (&numbers)[N])
{
    unsigned long long value[N], rest[N];
    bool complete;
    do
    {
        complete = true;
#pragma unroll
        for (int i = 0; i < N; i++)
            load_together(from[i], &value[i], &rest[i]);
#pragma unroll
        for (int i = 0; i < N; i++)
            complete = complete && (uint32_t)rest[i] == turn;
    } while (!complete);
#pragma unroll
    for (int i = 0; i < N; i++)
    {
        values[i] = __longlong_as_double((long long)value[i]);
        numbers[i] = (uint32_t)(rest[i] >> 32);
    }
}

/* The same for neighbouring messages; returns the number that the first one carries. */
template <int N>
static __device__ __forceinline__ uint32_t receive(const resident_message *from, uint32_t turn, double (&values)[N])
{
    const resident_message *each[N];
    uint32_t numbers[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        each[i] = from + i;
    receive(each, turn, values, numbers);
    return numbers[0];
}

/* An element of a matrix as messages. */
template <class T>
struct resident_element
{
    resident_message part[sizeof(T) / sizeof(double)];
};

template <class T>
static __device__ __forceinline__ void send(resident_element<T> *to, T element, uint32_t turn)
{
    const double *parts = (const double *)&element;
#pragma unroll
    for (int i = 0; i < (int)(sizeof(T) / sizeof(double)); i++)
        send(&to->part[i], parts[i], turn, 0);
}
template <class T>
static __device__ __forceinline__ T receive(const resident_element<T> *from, uint32_t turn)
{
    double parts[sizeof(T) / sizeof(double)];
    T element;
    (void)receive(from->part, turn, parts);
    memcpy(&element, parts, sizeof element);
    return element;
}

#endif

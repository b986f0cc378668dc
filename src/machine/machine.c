/*
 * The constants of a device: those of h200.def, or derived by default.def.
 */
#include "machine.h"

#include <math.h>
#include <string.h>

/* Multiply-adds of a multiprocessor in a cycle. */
struct throughput
{
    int capability;
    double single, int8;
};

static struct throughput throughput_of(int capability)
{
    static const struct throughput known[] = {
#define MACHINE_ARCHITECTURE(capability, single, int8) {capability, single, int8},
#include "default.def"
    };
    const struct throughput h200 = {90, 128, 4096};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].capability == capability)
            return known[i];
    return h200;
}

int ddblas_machine_is_h200(const char *name) { return strncmp(name, "NVIDIA H200", strlen("NVIDIA H200")) == 0; }

struct ddblas_machine ddblas_machine_of(const struct ddblas_machine_facts *facts)
{
    const struct ddblas_machine *h200 = ddblas_machine_h200();
    struct ddblas_machine machine = *h200;
    if (facts->is_h200 || facts->multiprocessors <= 0 || facts->single_to_double <= 0)
        return machine;
    const struct throughput of_h200 = throughput_of(90), of_device = throughput_of(facts->capability);
    const double all = (double)H200_MULTIPROCESSORS / facts->multiprocessors;
    const double int8 = all * of_h200.int8 / of_device.int8;
    const double fp64 = all * (of_h200.single / H200_SINGLE_TO_DOUBLE) / (of_device.single / facts->single_to_double);
    machine.multiprocessors = facts->multiprocessors;
#define MACHINE_DERIVED(name, value) machine.name = (value);
#include "default.def"
    return machine;
}

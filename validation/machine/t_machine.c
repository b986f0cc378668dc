/*
 * Constants derived for GPUs without measurements, and the route of double-double gemm that follows
 * from them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "level3/gemm/gemm_route_choice.h"
#include "machine/machine.h"

static const struct
{
    int64_t m, n, k;
} shapes[] = {
#define GEMM_MEASURED(m, n, k, plain, residues) {m, n, k},
#include "../level3/gemm/gemm_routes.def"
#undef GEMM_MEASURED
};

enum
{
    SHAPES = sizeof shapes / sizeof shapes[0]
};

static void assert_is_h200(const struct ddblas_machine *machine)
{
    const struct ddblas_machine *h200 = ddblas_machine_h200();
    assert_int_equal(machine->multiprocessors, 132);
#define MACHINE_REAL(name, value, unit) assert_true(machine->name == h200->name);
#include "machine/h200.def"
}

static void an_h200_keeps_its_constants(void **state)
{
    (void)state;
    assert_true(ddblas_machine_is_h200("NVIDIA H200") && ddblas_machine_is_h200("NVIDIA H200 NVL"));
    assert_false(ddblas_machine_is_h200("NVIDIA H20") || ddblas_machine_is_h200("NVIDIA GeForce RTX 4090"));
    const struct ddblas_machine_facts facts[] = {
        {.is_h200 = 1, .multiprocessors = 7, .capability = 89, .single_to_double = 64}, /* the name decides */
        {.multiprocessors = 132, .capability = 90, .single_to_double = 2},              /* the same facts under another name */
        {.multiprocessors = 0, .capability = 89, .single_to_double = 64},               /* unknown */
        {.multiprocessors = 128, .capability = 89, .single_to_double = 0}};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
    {
        const struct ddblas_machine machine = ddblas_machine_of(&facts[i]);
        assert_is_h200(&machine);
        for (int s = 0; s < SHAPES; s++)
            assert_int_equal(ddblas_gemm_prefers_residues_on(&machine, shapes[s].m, shapes[s].n, shapes[s].k),
                             ddblas_gemm_prefers_residues(shapes[s].m, shapes[s].n, shapes[s].k));
    }
}

/* With 2 FP64 units on a multiprocessor, instead of 64, residues win for every shape for which they
 * win on an H200, and for more. */
static void weak_fp64_prefers_residues(void **state)
{
    (void)state;
    const struct ddblas_machine weak =
        ddblas_machine_of(&(struct ddblas_machine_facts){.multiprocessors = 128, .capability = 89, .single_to_double = 64});
    int more = 0;
    for (int s = 0; s < SHAPES; s++)
    {
        const int on_h200 = ddblas_gemm_prefers_residues(shapes[s].m, shapes[s].n, shapes[s].k),
                  on_weak = ddblas_gemm_prefers_residues_on(&weak, shapes[s].m, shapes[s].n, shapes[s].k);
        assert_true(on_weak >= on_h200);
        more += on_weak - on_h200;
    }
    assert_true(more > 0);
    assert_false(ddblas_gemm_prefers_residues(256, 256, 256));
    assert_true(ddblas_gemm_prefers_residues_on(&weak, 256, 256, 256));
    /* The launches of the residue route cost more than so few multiply-adds anywhere. */
    assert_false(ddblas_gemm_prefers_residues_on(&weak, 16, 16, 16));
}

/* Where FP64 is strong beside INT8, multiply-adds win for more shapes than on an H200. */
static void weak_int8_prefers_multiply_adds(void **state)
{
    (void)state;
    const struct ddblas_machine weak =
        ddblas_machine_of(&(struct ddblas_machine_facts){.multiprocessors = 132, .capability = 86, .single_to_double = 2});
    assert_true(ddblas_gemm_prefers_residues(345, 345, 345));
    assert_false(ddblas_gemm_prefers_residues_on(&weak, 345, 345, 345));
    assert_true(ddblas_gemm_prefers_residues_on(&weak, 1024, 1024, 1024));
    for (int s = 0; s < SHAPES; s++)
        assert_true(ddblas_gemm_prefers_residues_on(&weak, shapes[s].m, shapes[s].n, shapes[s].k) <=
                    ddblas_gemm_prefers_residues(shapes[s].m, shapes[s].n, shapes[s].k));
}

/* Half as many multiprocessors of the same kind take twice as long on both routes, except for
 * launches. */
static void large_products_take_the_same_route_on_a_part_of_the_device(void **state)
{
    (void)state;
    const struct ddblas_machine half =
        ddblas_machine_of(&(struct ddblas_machine_facts){.multiprocessors = 66, .capability = 90, .single_to_double = 2});
    assert_true(ddblas_gemm_prefers_residues_on(&half, 4096, 4096, 4096));
    assert_false(ddblas_gemm_prefers_residues_on(&half, 4096, 4096, 32));
    assert_false(ddblas_gemm_prefers_residues_on(&half, 1, 8000, 8000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_h200_keeps_its_constants),
        cmocka_unit_test(weak_fp64_prefers_residues),
        cmocka_unit_test(weak_int8_prefers_multiply_adds),
        cmocka_unit_test(large_products_take_the_same_route_on_a_part_of_the_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

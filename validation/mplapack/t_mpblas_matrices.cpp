/*
 * The drop-in's level 3 against integers: all letters, sizes on both sides of the small loops, and
 * memory that must stay as it was.
 */
#include "exact.hpp"

using namespace exact;

dd_random exact::generator;

namespace
{
constexpr int repetitions = 300;

/* C = alpha S + beta C, of which a part is written. A beta of 0 means that C is not read. */
template <class T>
struct update
{
    integer alpha, beta;
    part which;
    matrix<T> c, expected;

    update(const dense &sum, const dense &old, part stored, bool nothing, integer first, integer second)
        : alpha(first), beta(second), which(stored), c(old, stored), expected(c)
    {
        dense result = old;
        for (int64_t j = 0; j < old.columns; j++)
            for (int64_t i = 0; i < old.rows; i++)
                result(i, j) = nothing ? old(i, j) : alpha * sum(i, j) + beta * old(i, j);
        expected.set(result, which);
        if (beta == integer{} && !nothing)
            c.forget();
    }
    void check() const { c.own.expect(expected.own); }
};

template <class T>
void general()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t m = random_size(), n = random_size(), terms = random_size();
        const char *transa = random_letter("NTC"), *transb = random_letter("NTC");
        const bool plain_a = is_letter(transa, 'N'), plain_b = is_letter(transb, 'N');
        const dense a = random_dense<T>(plain_a ? m : terms, plain_a ? terms : m),
                    b = random_dense<T>(plain_b ? terms : n, plain_b ? n : terms);
        matrix<T> stored_a(a, part::all), stored_b(b, part::all);
        update<T> u(product(operation(a, transa), operation(b, transb)), random_dense<T>(m, n), part::all, false,
                    random_scalar<T>(), random_scalar<T>());
        choose<T>(Rgemm, Cgemm)(transa, transb, m, n, terms, number<T>(u.alpha), stored_a.data(), stored_a.ld, stored_b.data(),
                                stored_b.ld, number<T>(u.beta), u.c.data(), u.c.ld);
        u.check();
    }
}
EXACT_TEST(general)

/* symm and, for complex numbers, hemm. */
template <class T>
void symmetric()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t m = random_size(), n = random_size();
        const char *side = random_letter("LR"), *uplo = random_letter("UL");
        const bool left = is_letter(side, 'L'), hermitian = is_complex<T> && random(0, 1);
        const dense a = random_symmetric<T>(left ? m : n, hermitian), b = random_dense<T>(m, n);
        matrix<T> stored_a(a, part_of(uplo)), stored_b(b, part::all);
        update<T> u(left ? product(a, b) : product(b, a), random_dense<T>(m, n), part::all, false, random_scalar<T>(),
                    random_scalar<T>());
        (hermitian ? choose<T>(Rsymm, Chemm) : choose<T>(Rsymm, Csymm))(side, uplo, m, n, number<T>(u.alpha), stored_a.data(),
                                                                        stored_a.ld, stored_b.data(), stored_b.ld,
                                                                        number<T>(u.beta), u.c.data(), u.c.ld);
        u.check();
    }
}
EXACT_TEST(symmetric)

/* With a plain transpose: syrk and syr2k. */
template <class T>
void rank_k()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t n = random_size(), terms = random_size();
        const char *uplo = random_letter("UL"), *trans = random_letter(is_complex<T> ? "NT" : "NTC");
        const bool plain = is_letter(trans, 'N');
        const dense a = random_dense<T>(plain ? n : terms, plain ? terms : n), b = random_dense<T>(a.rows, a.columns);
        const dense left = operation(a, trans), right = operation(b, trans);
        const dense old = random_symmetric<T>(n, false);
        const integer alpha = random_scalar<T>(), beta = random_scalar<T>();
        matrix<T> stored_a(a, part::all), stored_b(b, part::all);
        update<T> one(product(left, operation(left, "T")), old, part_of(uplo), false, alpha, beta);
        choose<T>(Rsyrk, Csyrk)(uplo, trans, n, terms, number<T>(alpha), stored_a.data(), stored_a.ld, number<T>(beta),
                                one.c.data(), one.c.ld);
        one.check();

        dense sum = product(left, operation(right, "T"));
        const dense other = product(right, operation(left, "T"));
        for (size_t i = 0; i < sum.value.size(); i++)
            sum.value[i] = sum.value[i] + other.value[i];
        update<T> two(sum, old, part_of(uplo), false, alpha, beta);
        choose<T>(Rsyr2k, Csyr2k)(uplo, trans, n, terms, number<T>(alpha), stored_a.data(), stored_a.ld, stored_b.data(),
                                  stored_b.ld, number<T>(beta), two.c.data(), two.c.ld);
        two.check();
    }
}
EXACT_TEST(rank_k)

/* herk and her2k, whose beta is real, and herk's alpha. */
void hermitian_rank_k(void **)
{
    using T = dd_complex;
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t n = random_size(), terms = random_size();
        const char *uplo = random_letter("UL"), *trans = random_letter("NC");
        const bool plain = is_letter(trans, 'N');
        const dense a = random_dense<T>(plain ? n : terms, plain ? terms : n), b = random_dense<T>(a.rows, a.columns);
        const dense left = operation(a, trans), right = operation(b, trans);
        const dense old = random_symmetric<T>(n, true);
        const integer real = random_scalar<dd_real>(), alpha = random_scalar<T>(), beta = random_scalar<dd_real>();
        matrix<T> stored_a(a, part::all), stored_b(b, part::all);
        update<T> one(product(left, operation(left, "C")), old, part_of(uplo), false, real, beta);
        Cherk(uplo, trans, n, terms, number<dd_real>(real), stored_a.data(), stored_a.ld, number<dd_real>(beta), one.c.data(),
              one.c.ld);
        one.check();

        dense sum = product(left, operation(right, "C"));
        const dense other = product(right, operation(left, "C"));
        for (size_t i = 0; i < sum.value.size(); i++)
            sum.value[i] = alpha * sum.value[i] + conj(alpha) * other.value[i];
        update<T> two(sum, old, part_of(uplo), false, {1, 0}, beta);
        Cher2k(uplo, trans, n, terms, number<T>(alpha), stored_a.data(), stored_a.ld, stored_b.data(), stored_b.ld,
               number<dd_real>(beta), two.c.data(), two.c.ld);
        two.check();
    }
}

/* Products with triangular matrices, and the systems whose right-hand sides they are. */
template <class T>
void triangular()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t m = random_size(), n = random_size();
        const char *side = random_letter("LR"), *uplo = random_letter("UL"), *trans = random_letter("NTC"),
                   *diag = random_letter("UN");
        const bool left = is_letter(side, 'L'), unit = is_letter(diag, 'U');
        const dense a = random_triangular<T>(left ? m : n, is_letter(uplo, 'U'), unit, true), b = random_dense<T>(m, n);
        const integer alpha = random_scalar<T>(), sign = {random(0, 1) ? 1 : -1, 0};
        matrix<T> stored(a, part_of(uplo), unit), work(b, part::all), expected = work, solved = work;
        dense sum = left ? product(operation(a, trans), b) : product(b, operation(a, trans)), solution = b;
        for (integer &x : sum.value)
            x = sign * x;
        for (integer &x : solution.value)
            x = alpha * x;
        expected.set(sum, part::all);
        choose<T>(Rtrmm, Ctrmm)(side, uplo, trans, diag, m, n, number<T>(sign), stored.data(), stored.ld, work.data(), work.ld);
        work.own.expect(expected.own);
        solved.set(solution, part::all);
        choose<T>(Rtrsm, Ctrsm)(side, uplo, trans, diag, m, n, number<T>(sign * alpha), stored.data(), stored.ld, work.data(),
                                work.ld);
        work.own.expect(solved.own);
    }
}
EXACT_TEST(triangular)
} // namespace

#define BOTH(name) cmocka_unit_test(name##_real), cmocka_unit_test(name##_complex)

int main()
{
    dd_random_start(&generator, dd_random_seed(3002));
    const CMUnitTest tests[] = {BOTH(general), BOTH(symmetric), BOTH(rank_k), cmocka_unit_test(hermitian_rank_k),
                                BOTH(triangular)};
    return cmocka_run_group_tests_name("mpblas_matrices", tests, nullptr, nullptr);
}

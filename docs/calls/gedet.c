cuddreal A[4] = {W(1), W(3), W(2), W(4)}, mantissa;
int64_t pivots[2], exponent, info;
ddblasWgetrf(handle, 2, 2, A, 2, pivots, &info);
ddblasWgedet(handle, 2, A, 2, pivots, &mantissa, &exponent); /* the determinant is mantissa 2^exponent = -2 */
print_vector("mantissa", 1, &mantissa);
print_integers("exponent", 1, &exponent);
// prints mantissa = -0.5
// prints exponent = 2

cuddreal A[4] = {W(4), W(2), W(2), W(5)}, mantissa;
int64_t exponent, info;
ddblasWpotrf(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, &info);
ddblasWpodet(handle, 2, A, 2, &mantissa, &exponent); /* the determinant is mantissa 2^exponent = 16 */
print_vector("mantissa", 1, &mantissa);
print_integers("exponent", 1, &exponent);
// prints mantissa = 0.5
// prints exponent = 5

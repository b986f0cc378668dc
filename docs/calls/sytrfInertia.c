cuddreal A[4] = {zero, one, zero, zero}; /* eigenvalues 1 and -1 */
int64_t pivots[2], inertia[3], info;
ddblasWsytrf(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, pivots, &info);
ddblasWsytrfInertia(handle, 2, A, 2, pivots, inertia);
print_integers("positive, negative, zero", 3, inertia);
// prints positive, negative, zero = 1 1 0

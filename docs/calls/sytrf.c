cuddreal A[4] = {zero, one, zero, zero}; /* rows (0, 1), (1, 0): one pivot of order 2 */
int64_t pivots[2], info;
ddblasWsytrf(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, pivots, &info);
print_integers("pivots", 2, pivots);
// prints pivots = -2 -2

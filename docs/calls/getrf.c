cuddreal A[4] = {W(2), W(4), W(1), W(4)}; /* rows (2, 1), (4, 4) */
int64_t pivots[2], info;
ddblasWgetrf(handle, 2, 2, A, 2, pivots, &info);
print_matrix("LU", 2, 2, A, 2); /* U above, the multiplier of L below the diagonal */
print_integers("pivots", 2, pivots);
// prints LU = 4 4
// prints      0.5 -1
// prints pivots = 2 2

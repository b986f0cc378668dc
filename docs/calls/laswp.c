cuddreal A[4] = {W(1), W(3), W(2), W(4)};
int64_t pivots[1] = {2}; /* row 1 changes places with row 2 */
ddblasWlaswp(handle, 2, A, 2, 1, 1, pivots, 1);
print_matrix("A", 2, 2, A, 2);
// prints A = 3 4
// prints     1 2

cuddreal LU[4] = {W(4), W(0.5), W(4), W(-1)}, X[4]; /* as getrf leaves it for rows (2, 1), (4, 4) */
int64_t pivots[2] = {2, 2}, info;
ddblasWgetri(handle, 2, LU, 2, pivots, X, 2, &info);
print_matrix("X", 2, 2, X, 2);
// prints X = 1 -0.25
// prints     -1 0.5

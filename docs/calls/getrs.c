cuddreal LU[4] = {W(4), W(0.5), W(4), W(-1)}, B[2] = {W(4), W(12)}; /* as getrf leaves them */
int64_t pivots[2] = {2, 2};
ddblasWgetrs(handle, DDBLAS_OP_N, 2, 1, LU, 2, pivots, B, 2);
print_vector("x", 2, B);
// prints x = 1 2

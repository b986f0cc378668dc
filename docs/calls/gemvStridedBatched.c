cuddreal A[8] = {W(1), W(3), W(2), W(4), W(2), W(0), W(0), W(2)}, x[4] = {one, one, one, one}, y[4];
ddblasWgemvStridedBatched(handle, DDBLAS_OP_N, 2, 2, &one, A, 2, 4, x, 1, 2, &zero, y, 1, 2, 2);
print_vector("y1", 2, y);
print_vector("y2", 2, y + 2);
// prints y1 = 3 7
// prints y2 = 2 2

cuddreal A[8] = {W(4), W(2), zero, W(5), W(9), zero, zero, W(1)};
int64_t info[2];
ddblasWpotrfStridedBatched(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, 4, info, 2);
print_matrix("L1", 2, 2, A, 2);
print_matrix("L2", 2, 2, A + 4, 2);
// prints L1 = 2 0
// prints      1 2
// prints L2 = 3 0
// prints      0 1

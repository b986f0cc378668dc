cuddreal A[8] = {W(2), W(4), W(1), W(4), W(1), zero, zero, W(2)}, B[4] = {W(4), W(12), W(3), W(8)};
int64_t pivots[4], info[2];
ddblasWgesvStridedBatched(handle, 2, 1, A, 2, 4, pivots, 2, B, 2, 2, info, 2);
print_vector("x1", 2, B);
print_vector("x2", 2, B + 2);
// prints x1 = 1 2
// prints x2 = 3 4

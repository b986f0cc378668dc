cuddreal A[4] = {W(2), W(4), W(1), W(4)}, B[2] = {W(4), W(12)};
int64_t pivots[2], info;
ddblasWgesv(handle, 2, 1, A, 2, pivots, B, 2, &info);
print_vector("x", 2, B);
print_integers("info", 1, &info); /* k > 0: U(k, k) is exactly 0 */
// prints x = 1 2
// prints info = 0

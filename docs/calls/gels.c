cuddreal A[2] = {W(1), W(1)}, B[2] = {W(1), W(3)}; /* x = 1 and x = 3: the best x is 2 */
int64_t info;
ddblasWgels(handle, DDBLAS_OP_N, 2, 1, 1, A, 2, B, 2, &info);
print_vector("x", 1, B);
// prints x = 2

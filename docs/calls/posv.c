cuddreal A[4] = {W(4), W(2), W(2), W(5)}, B[2] = {W(8), W(12)};
int64_t info;
ddblasWposv(handle, DDBLAS_FILL_MODE_LOWER, 2, 1, A, 2, B, 2, &info);
print_vector("x", 2, B);
print_integers("info", 1, &info); /* k > 0: the leading minor of order k is not positive definite */
// prints x = 1 2
// prints info = 0

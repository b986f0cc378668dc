cuddreal A[4] = {W(2), zero, zero, zero}, Z[4], X[4], gap[2];
int64_t rank, info;
ddblasWrank(handle, 2, 2, A, 2, -1.0, gap, &rank, &info); /* -1: the tolerance for rounding errors */
print_integers("rank", 1, &rank);
ddblasWnull(handle, 2, 2, A, 2, -1.0, 2, Z, 2, gap, &rank, &info); /* 2 - rank columns of Z */
cuddreal size = cuddFabs(Z[1]);
print_vector("size of Z(2, 1)", 1, &size);
ddblasWpinv(handle, 2, 2, A, 2, -1.0, X, 2, gap, &rank, &info);
print_matrix("pseudo-inverse", 2, 2, X, 2);
// prints rank = 1
// prints size of Z(2, 1) = 1
// prints pseudo-inverse = 0.5 0
// prints                  0 0

double A[4] = {1, 3, 2, 4};
cuddreal x[2] = {one, one}, y[2];
ddblasWgemvEx(handle, DDBLAS_OP_N, 2, 2, &one, A, DDBLAS_TYPE_D, 2, x, 1, &zero, y, 1);
print_vector("y", 2, y);
// prints y = 3 7

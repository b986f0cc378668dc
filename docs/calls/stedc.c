cuddreal d[2] = {W(2), W(2)}, e[1] = {W(1)}, Z[4];
int64_t info;
ddblasWstedc(handle, DDBLAS_EVECT_TRIDIAGONAL, 2, d, e, Z, 2, &info);
print_vector("eigenvalues", 2, d);
// prints eigenvalues = 1 3

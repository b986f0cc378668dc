cuddreal A[4] = {W(3), zero, zero, W(0.3)};
double R[2], C[2], rowcnd, colcnd, amax;
int64_t info;
ddblasWgeequb(handle, 2, 2, A, 2, R, C, &rowcnd, &colcnd, &amax, &info);
printf("R = %g %g, C = %g %g, largest element %g\n", R[0], R[1], C[0], C[1], amax);
// prints R = 0.25 2, C = 1 1, largest element 3

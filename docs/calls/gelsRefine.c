cuddreal A[2] = {W(1), W(1)}, B[2] = {W(1), W(3)}, X[1];
double normwise, componentwise;
ddblasRefineReport_t report;
ddblasWgelsRefine(handle, 2, 1, 1, A, DDBLAS_TYPE_W, 2, B, 2, X, 1, &report, &normwise, &componentwise);
print_vector("x", 1, X);
// prints x = 2

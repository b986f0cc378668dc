cuddreal A[4] = {W(4), W(2), W(2), W(5)}, B[2] = {W(8), W(12)}, X[2];
double normwise, componentwise;
ddblasRefineReport_t report;
ddblasWgesvRefine(handle, 2, 1, A, DDBLAS_TYPE_W, 2, B, 2, X, 2, &report, &normwise, &componentwise);
print_vector("x", 2, X);
printf("the error is below 1e-28: %s\n", normwise < 1e-28 ? "yes" : "no");
// prints x = 1 2
// prints the error is below 1e-28: yes

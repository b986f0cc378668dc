cuddreal A[4] = {W(3), W(4), zero, zero}, R[1];
ddblasTsqrPlan_t plan = {.nonnegative = 1};
ddblasWtsqrR(handle, &plan, DDBLAS_LAYOUT_COLUMN_MAJOR, 4, 1, A, 4, R, 1);
print_vector("R", 1, R);
// prints R = 5

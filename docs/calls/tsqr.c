cuddreal A[4] = {W(3), W(4), zero, zero}, R[1]; /* 4 x 1 */
ddblasTsqrPlan_t plan = {.nonnegative = 1}; /* NULL leaves every choice to the library */
ddblasWtsqr(handle, &plan, DDBLAS_LAYOUT_COLUMN_MAJOR, 4, 1, A, 4, R, 1);
print_vector("R", 1, R);
print_vector("Q", 4, A);
// prints R = 5
// prints Q = 0.6 0.8 0 0

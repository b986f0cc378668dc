cuddreal A[4] = {W(3), W(4), zero, zero}, R[1], b[4] = {W(3), W(4), zero, zero}, *T;
ddblasTsqrPlan_t plan = {.nonnegative = 1};
int64_t size;
ddblasTsqrFactorSize(handle, &plan, DDBLAS_TYPE_W, DDBLAS_LAYOUT_COLUMN_MAJOR, 4, 1, &size);
ddblasMalloc(handle, (void **)&T, (size_t)size * sizeof *T);
ddblasWtsqrFactor(handle, &plan, DDBLAS_LAYOUT_COLUMN_MAJOR, 4, 1, A, 4, R, 1, T, size);
ddblasWtsqrApply(handle, &plan, DDBLAS_OP_T, DDBLAS_LAYOUT_COLUMN_MAJOR, 4, 1, 1, A, 4, T, size, b, 4); /* b = Q^T b */
ddblasWtsqrForm(handle, &plan, DDBLAS_LAYOUT_COLUMN_MAJOR, 4, 1, A, 4, T, size); /* A becomes Q */
print_vector("first element of Q^T b", 1, b);
print_vector("Q", 4, A);
ddblasFree(handle, T);
// prints first element of Q^T b = 5
// prints Q = 0.6 0.8 0 0

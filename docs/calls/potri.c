cuddreal L[4] = {W(2), W(1), zero, W(2)}; /* as potrf leaves it for rows (4, 2), (2, 5) */
int64_t info;
ddblasWpotri(handle, DDBLAS_FILL_MODE_LOWER, 2, L, 2, &info);
print_matrix("lower triangle of the inverse", 2, 2, L, 2);
// prints lower triangle of the inverse = 0.3125 0
// prints                                 -0.125 0.25

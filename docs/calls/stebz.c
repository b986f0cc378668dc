cuddreal d[2] = {W(2), W(2)}, e[1] = {W(1)}, w[2];
int64_t m, info;
ddblasWstebz(handle, DDBLAS_EIG_RANGE_I, 2, NULL, NULL, 2, 2, d, e, &m, w, &info); /* the second one */
print_vector("w", m, w);
// prints w = 3

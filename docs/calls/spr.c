cuddreal x[2] = {W(1), W(2)}, AP[3] = {zero, zero, zero};
ddblasWspr(handle, DDBLAS_FILL_MODE_LOWER, 2, &one, x, 1, AP);
print_vector("AP", 3, AP);
// prints AP = 1 2 4

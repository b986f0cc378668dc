cuddreal alpha = W(2), x[2] = {W(1), W(2)};
ddblasWscal(handle, 2, &alpha, x, 1);
print_vector("x", 2, x);
// prints x = 2 4

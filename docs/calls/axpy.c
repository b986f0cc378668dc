cuddreal alpha = W(2), x[2] = {W(1), W(2)}, y[2] = {W(3), W(4)};
ddblasWaxpy(handle, 2, &alpha, x, 1, y, 1);
print_vector("y", 2, y);
// prints y = 5 8

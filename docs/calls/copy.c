cuddreal x[2] = {W(1), W(2)}, y[2];
ddblasWcopy(handle, 2, x, 1, y, 1);
print_vector("y", 2, y);
// prints y = 1 2

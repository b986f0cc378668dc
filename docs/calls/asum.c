cuddreal x[2] = {W(-3), W(4)}, result;
ddblasWasum(handle, 2, x, 1, &result);
print_vector("result", 1, &result);
// prints result = 7

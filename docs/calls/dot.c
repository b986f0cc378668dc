cuddreal x[3] = {W(1e20), W(1), W(-1e20)}, y[3] = {W(1), W(1), W(1)}, result;
ddblasWdot(handle, 3, x, 1, y, 1, &result);
print_vector("result", 1, &result); /* 0 in FP64 */
// prints result = 1

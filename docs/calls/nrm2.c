cuddreal x[2] = {W(3), W(4)}, result;
ddblasWnrm2(handle, 2, x, 1, &result);
print_vector("result", 1, &result);
// prints result = 5

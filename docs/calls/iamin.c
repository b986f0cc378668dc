cuddreal x[3] = {W(2), W(-5), W(1)};
int64_t result;
ddblasIwamin(handle, 3, x, 1, &result);
print_integers("result", 1, &result); /* counted from 1 */
// prints result = 3

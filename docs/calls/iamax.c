cuddreal x[3] = {W(1), W(-5), W(3)};
int64_t result;
ddblasIwamax(handle, 3, x, 1, &result);
print_integers("result", 1, &result); /* counted from 1 */
// prints result = 2

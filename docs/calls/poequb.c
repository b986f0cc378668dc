cuddreal A[4] = {W(3), zero, zero, W(0.1875)}; /* 3 and 3/16 */
double S[2], scond, amax;
int64_t info;
ddblasWpoequb(handle, 2, A, 2, S, &scond, &amax, &info);
printf("S[1] / S[0] = %g\n", S[1] / S[0]);
// prints S[1] / S[0] = 4

cuddreal A[4] = {W(1), W(3), W(2), W(4)}, B[4] = {W(5), W(7), W(6), W(8)}, C[4];
ddblasGemmOperand_t operand;
size_t memory, workspace;
ddblasWgemmOperandSize(handle, DDBLAS_SIDE_LEFT, 2, 2, &memory); /* bytes that the next call allocates */
ddblasWgemmOperandCreate(handle, DDBLAS_SIDE_LEFT, 2, 2, NULL, 0, &operand);
ddblasWgemmOperandPrepare(handle, operand, DDBLAS_OP_N, A, 2);
ddblasWgemmPreparedWorkspaceSize(handle, 2, 2, 2, operand, NULL, &workspace);
for (int i = 0; i < 2; i++) /* as often as needed, each time with another B */
    ddblasWgemmPrepared(handle, DDBLAS_OP_N, DDBLAS_OP_N, 2, 2, 2, &one, A, 2, operand, B, 2, NULL, &zero, C, 2);
ddblasWgemmOperandDestroy(handle, operand);
print_matrix("C", 2, 2, C, 2);
// prints C = 19 22
// prints     43 50

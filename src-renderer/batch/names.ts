/** Stands where the name of a batch does, for one that is not made yet: no batch can be called so. */
export const NEW_BATCH = '+new'

/** Stands for the name of a batch that is not made yet: no batch can have this name. */
export const NEW_BATCH = '+new'

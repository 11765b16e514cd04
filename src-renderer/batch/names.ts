/** Marks a new batch, because no batch can have this name. */
export const NEW_BATCH = '+new'

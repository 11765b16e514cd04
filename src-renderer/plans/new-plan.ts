/** Stands where the name of a plan does, for one that is not written yet: no plan can be called so. */
export const NEW_PLAN = '+new'

/** Stands for the name of a plan that is not written yet: no plan can have this name. */
export const NEW_PLAN = '+new'

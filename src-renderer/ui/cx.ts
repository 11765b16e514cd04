// Joins class names; what is false or null is left out.

export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')

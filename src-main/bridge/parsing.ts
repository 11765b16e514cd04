// Exports what a shell needs to read typed words before it calls: which word was meant, and what `preset/model` says.
export { nearest } from '../matching/nearest.ts'
export { parseModelChoice } from '../models/roles.ts'

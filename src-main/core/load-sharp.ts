// Loads the library of pictures with the first picture, so that a run that begins does not wait for it.
import type sharp from 'sharp'

export const loadSharp = async (): Promise<typeof sharp> => (await import('sharp')).default

// `nativeImage`: the bytes of a picture and its size.
import { existsSync, readFileSync } from 'node:fs'
import { loudClass, loudGroup } from './loud.ts'

class NativeImage {
  readonly #bytes: Buffer
  isTemplate = false

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  isEmpty = (): boolean => this.#bytes.length === 0
  toPNG = (): Buffer => this.#bytes
  setTemplateImage = (on: boolean): void => void (this.isTemplate = on)
  addRepresentation = (_representation: object): void => {}
  resize = (_size: object): NativeImage => this

  getSize(): { width: number; height: number } {
    const isPng = this.#bytes.length > 24 && this.#bytes.toString('latin1', 1, 4) === 'PNG'
    return isPng
      ? { width: this.#bytes.readUInt32BE(16), height: this.#bytes.readUInt32BE(20) }
      : { width: 0, height: 0 }
  }
}

loudClass(NativeImage, 'NativeImage')
export type { NativeImage }

export const nativeImage = loudGroup('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromBuffer: (bytes: Buffer) => new NativeImage(bytes),
  createFromPath: (path: string) => new NativeImage(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
})

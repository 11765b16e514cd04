// Puts files into the trash of macOS. Source: Files.h. It is asked by an FSRef, because the call that takes a path follows a link.
import { ToolError } from '../../core/errors.ts'
import { fn } from './native/frameworks.ts'

const REF_SIZE = 80
const DO_NOT_FOLLOW_LINK = 1
const BY_DEFAULT = 0

const makeRef = fn<(path: Buffer, options: number, ref: Buffer, isFolder: null) => number>(
  'core',
  'int32_t FSPathMakeRefWithOptions(uint8_t *path, uint32_t options, _Out_ uint8_t *ref, void *isFolder)',
)
const moveToTrash = fn<(ref: Buffer, there: null, options: number) => number>(
  'core',
  'int32_t FSMoveObjectToTrashSync(uint8_t *ref, void *there, uint32_t options)',
)

/** Throws ToolError for the first file that can't be put there. */
export async function trashFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const ref = Buffer.alloc(REF_SIZE)
    const code =
      makeRef(Buffer.from(`${path}\0`), DO_NOT_FOLLOW_LINK, ref, null) || moveToTrash(ref, null, BY_DEFAULT)
    if (code !== 0) throw new ToolError(`macOS did not put “${path}” into the trash (fault ${code}).`)
  }
}

// Says in evidence that a file was not written, and recognises such evidence: the desktop process has looked at the disk.
export const unwrittenWords = (path: string, why: keyof typeof UNWRITTEN): string => UNWRITTEN[why](path)

const UNWRITTEN = {
  asked: (path: string) => `The file ${path} is not written: a dialog asks first.`,
  missing: (path: string) => `There is no new file ${path}.`,
  kept: (path: string) => `The file ${path} is not written: it is as it was before.`,
}

export const isUnwritten = (evidence: string | null): boolean =>
  /^(There is no new file |The file .+ is not written)/.test(evidence ?? '')

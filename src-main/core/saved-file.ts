// Says in evidence that a file was not written, and recognises such evidence: the desktop process has looked at the disk.
export const unwrittenWords = (path: string, asks = false): string =>
  asks ? `The file ${path} is not written: a dialog asks first.` : `There is no new file ${path}.`

export const isUnwritten = (evidence: string | null): boolean =>
  /^(There is no new file |The file .+ is not written)/.test(evidence ?? '')

// Cuts documents into pieces that fit into a prompt: at headings first, then at paragraphs, then at sentences; each piece knows
// its headings.

export interface Section {
  /** From the outermost inwards. */
  headings: string[]
  text: string
}

/** Most characters of a piece: some 360 tokens. */
const MAX_LENGTH = 1200
/** Pieces shorter than this are joined with their neighbour of the same section. */
const MIN_LENGTH = 200

/** Returns the sections of a Markdown text; fenced code is no heading. */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = []
  let headings: string[] = []
  let lines: string[] = []
  let fence: string | null = null
  const end = () => {
    const text = lines.join('\n').trim()
    if (text !== '') sections.push({ headings, text })
    lines = []
  }
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark && fence === null) fence = mark
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null
    const heading = fence === null ? /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/.exec(line) : null
    if (!heading) {
      lines.push(line)
      continue
    }
    end()
    const [, level = '#', title = ''] = heading
    headings = [...headings.slice(0, level.length - 1), title]
  }
  end()
  return sections
}

/** Returns pieces of at most `longest` characters; nothing of the text is left out. */
export function piecesOf(text: string, longest = MAX_LENGTH): string[] {
  const whole = text.trim()
  if (whole === '') return []
  if (whole.length <= longest) return [whole]
  const parts = splitAt(whole, /\n\s*\n/) ?? splitAt(whole, /\n/) ?? splitAt(whole, /(?<=[.!?。！？])\s*/u)
  if (!parts) return hardCut(whole, longest)
  const joint = whole.includes('\n\n') ? '\n\n' : whole.includes('\n') ? '\n' : ' '
  const pieces: string[] = []
  for (const part of parts.flatMap((one) => piecesOf(one, longest))) {
    const last = pieces.at(-1)
    const together = last === undefined ? part : `${last}${joint}${part}`
    if (last !== undefined && together.length <= longest) pieces[pieces.length - 1] = together
    else pieces.push(part)
  }
  return pieces
}

function splitAt(text: string, at: RegExp): string[] | null {
  const parts = text.split(at).filter((part) => part.trim() !== '')
  return parts.length > 1 ? parts : null
}

function hardCut(text: string, longest: number): string[] {
  const characters = Array.from(text)
  const pieces: string[] = []
  for (let at = 0; at < characters.length; at += longest)
    pieces.push(characters.slice(at, at + longest).join(''))
  return pieces
}

/** Joins short sections of the same chapter. */
export function gathered(sections: readonly Section[]): Section[] {
  const result: Section[] = []
  for (const section of sections) {
    const last = result.at(-1)
    const chapter = (one: Section) => JSON.stringify(one.headings.slice(0, -1))
    const title = section.headings.at(-1)
    if (
      last &&
      last.text.length < MIN_LENGTH &&
      section.text.length < MIN_LENGTH &&
      chapter(last) === chapter(section)
    ) {
      last.text += `\n\n${title === undefined || title === last.headings.at(-1) ? '' : `${title}\n`}${section.text}`
    } else result.push({ ...section })
  }
  return result
}

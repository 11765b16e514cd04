// Shows a line of a conversation that is over, but for its steps: the same in the window and in a report.
import type { RunView } from '../../src-preload/contract/run-view.ts'
import { AnsweredLine } from '../dialogs/answered-line.tsx'
import type { Item } from './items.ts'
import { EndLine, RequestLine, ResultLine, WarningLine } from './round-lines.tsx'

interface RecordedLineProps {
  view: RunView
  item: Exclude<Item, { kind: 'step' }>
  /** Whether links in a result can be opened. */
  links?: boolean
}

export function RecordedLine({ view, item, links = true }: RecordedLineProps) {
  switch (item.kind) {
    case 'request':
      return <RequestLine round={item.round} number={item.number} view={view} />
    case 'question':
      return <AnsweredLine question={item.question} />
    case 'result':
      return <ResultLine round={item.round} view={view} folded={item.folded} links={links} />
    case 'warning':
      return <WarningLine message={item.message} />
    case 'end':
      return <EndLine view={view} />
    default:
      return null
  }
}

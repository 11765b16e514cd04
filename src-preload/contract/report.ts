// Defines what the program that draws the report of a run offers to the recorder, which starts it.
import type { RunView } from './run-view.ts'

export interface ReportProgram {
  /** The one style sheet of the page, without its tags. */
  REPORT_STYLE: string
  renderReport: (parts: ReportParts) => string
}

export interface ReportParts {
  view: RunView
  /** Path in the run folder → data URL. */
  pictures: ReadonlyMap<string, string>
  /** Content-Security-Policy of the page. */
  policy: string
}

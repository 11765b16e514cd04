// Shows a text that may be very long: its beginning, and the rest when the person asks for it.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inOneLine } from '../../src-preload/contract/words.ts'
import { Button } from './button.tsx'

/** What fits on a part of the screen. */
const MAX_LENGTH = 600
const MAX_LINES = 8
/** Less than this is not worth a press. */
const SLACK = 1.25

/** The beginning of a long text; the text itself where it is short. */
export function beginningOf(text: string): string {
  const lines = text.split('\n')
  const isShort = text.length <= MAX_LENGTH * SLACK && lines.length <= MAX_LINES * SLACK
  return isShort ? text : `${lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_LENGTH)}…`
}

/** Names a request in a list, where a screen reader says it whole. */
export const titleOf = (request: string): string => inOneLine(request, 200)

export function LongText({ text }: { text: string }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const beginning = beginningOf(text)
  if (beginning === text) return text
  return (
    <>
      {whole ? text : beginning}{' '}
      <Button size="s" look="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {t(whole ? 'common.show_less' : 'common.show_all')}
      </Button>
    </>
  )
}

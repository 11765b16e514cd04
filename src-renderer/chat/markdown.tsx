// Shows a text of a model as markdown: no raw HTML, no pictures from elsewhere, links only through the one opener.
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { ask } from '../state/commands.ts'

const PLUGINS = [remarkGfm]

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a
      href={href}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
      onClick={(event) => {
        event.preventDefault()
        if (href?.startsWith('https://')) void openLink(href)
      }}
    >
      {children}
    </a>
  ),
}

const NOT_SHOWN = ['img']

/** `links`: whether links can be opened; without it only their words are shown. */
export const MarkdownText = ({ text, links = true }: { text: string; links?: boolean }) => (
  <div className="prose-m max-w-[72ch] break-words">
    <Markdown
      remarkPlugins={PLUGINS}
      disallowedElements={links ? NOT_SHOWN : [...NOT_SHOWN, 'a']}
      unwrapDisallowed={!links}
      components={COMPONENTS}
    >
      {text}
    </Markdown>
  </div>
)

/** Opens a link: in the app the program does it; a page is already in the person's browser. */
async function openLink(url: string): Promise<void> {
  if (window.deskhand) await ask('open_link', { url })
  else window.open(url, '_blank', 'noopener,noreferrer')
}

// mcomix Viewers of documents: pages are opened, turned and magnified.
import { exists, windowCalled } from '../oracles.ts'
import { PDF } from '../fixtures.ts'
import type { Row } from '../row.ts'

export const VIEWERS: readonly Row[] = [
  {
    title: 'pdfarranger: pages are saved under another name',
    program: 'pdfarranger',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with pdfarranger, save as "~/copy.pdf"',
    oracle: exists('copy.pdf'),
  },
  {
    title: 'xournalpp: notes are saved under a name',
    program: 'xournalpp',
    command: 'open xournalpp, choose Journal > New Page After, save as "~/notes.xopp"',
    oracle: exists('notes.xopp'),
  },
  {
    title: 'mupdf: a page is opened and magnified',
    program: 'mupdf',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with mupdf, press plus',
    oracle: windowCalled(/page\.pdf/),
  },
  {
    title: 'xpdf: a page is opened',
    program: 'xpdf',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with xpdf, press plus',
    oracle: windowCalled(/page\.pdf/),
  },
  {
    title: 'atril: two pages side by side are turned on',
    program: 'atril',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with atril, choose View > Dual, choose View > Fullscreen, press F11',
    oracle: windowCalled(/page/i),
  },
  {
    title: 'okular: the next page and the settings',
    program: 'okular',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with okular, choose View > Zoom In, choose Settings > Show Sidebar',
    oracle: windowCalled(/page/i),
  },
  {
    title: 'evince: zoomed by its keys, and its properties are shown',
    program: 'evince',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with evince, press Ctrl+Plus, press Alt+Enter',
    oracle: windowCalled(/Properties/),
  },
  {
    title: 'mcomix: its preferences are opened',
    program: 'mcomix',
    command: 'open mcomix, choose Edit > Preferences',
    oracle: windowCalled(/Preferences/),
  },
]

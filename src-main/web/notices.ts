// Writes the small pages that a browser gets instead of the app: no way in, nothing here.

const STYLE =
  ':root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:32rem;margin:18vh auto;padding:0 24px}' +
  'h1{font-size:20px;font-weight:600;margin:0 0 8px}p{margin:0 0 8px}code{font:13px ui-monospace,monospace}'

/** The policy of every notice: it allows only the notice's own style. */
export const NOTICE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const notice = (title: string, paragraphs: string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Deskhand</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>` +
  `${paragraphs.map((text) => `<p>${text}</p>`).join('')}</main></body></html>\n`

export const NOTICES = {
  noWayIn: notice('This browser has not been let in', [
    'Deskhand can act on a desktop, so it answers nobody who does not have its whole address.',
    'Open the address that the terminal printed when it started, with everything after <code>?token=</code>.',
    'If Deskhand was started again since, its address is a new one.',
  ]),
  nothingHere: notice('There is nothing at this address', ['<a href="/">Open Deskhand</a>']),
  notForUs: notice('This is not an address of Deskhand', [
    'Open the address that the terminal printed, as it stands there.',
  ]),
  notOurPage: notice('Another page has asked for this', [
    'Deskhand answers its own page only. <a href="/">Open Deskhand</a>',
  ]),
  onlyReading: notice('Only reading is possible here', ['<a href="/">Open Deskhand</a>']),
  tooLarge: notice('The request is too large', ['<a href="/">Open Deskhand</a>']),
  defect: notice('Deskhand has a defect here', ['deskhand.log in the data folder has more.']),
} as const

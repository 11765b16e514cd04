// Names the one origin of the app's own pages: `app://deskhand/`.
export const SCHEME = 'app'
export const HOST = 'deskhand'
export const ORIGIN = `${SCHEME}://${HOST}`

export type PageName = 'index' | 'quick' | 'border' | 'pill'

/** @param hash without `#` */
export const pageAddress = (page: PageName, hash = ''): string =>
  `${ORIGIN}/${page}.html${hash === '' ? '' : `#${hash}`}`

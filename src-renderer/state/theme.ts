// Sets light or dark, as the configuration or else the system says, also while that changes.

export type Theme = 'system' | 'light' | 'dark'

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')
let wanted: Theme = 'system'

const apply = () => {
  const theme = wanted === 'system' ? (dark().matches ? 'dark' : 'light') : wanted
  document.documentElement.dataset.theme = theme
}

export function startTheme(): void {
  apply()
  dark().addEventListener('change', apply)
}

export function setTheme(theme: Theme): void {
  wanted = theme
  apply()
}

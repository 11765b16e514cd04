// Begins a window: theme and language before the first frame, then the wire; the same for every page.
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { Announcer } from '../ui/announcer.tsx'
import { Toaster } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import '../ui/styles.css'
import { languageOf, setLanguage, startI18n } from './i18n.ts'
import { refuseDrops } from './refuse-drops.ts'
import { startDeskhand, useDeskhand } from './store.ts'
import { setTheme, startTheme } from './theme.ts'

export async function startWindow(content: ReactNode): Promise<void> {
  // The pages' policy forbids making code from text, which zod would do otherwise.
  z.config({ jitless: true })
  refuseDrops()
  startTheme()
  await startI18n(languageOf('system', navigator.language))
  useDeskhand.subscribe(({ app, config }) => {
    if (!config) return
    setTheme(config.values.app.theme)
    void setLanguage(
      languageOf(config.values.app.language, app?.shell === 'app' ? app.locale : navigator.language),
    )
  })
  startDeskhand()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <TooltipProvider>{content}</TooltipProvider>
      <Announcer />
      <Toaster />
    </StrictMode>,
  )
}

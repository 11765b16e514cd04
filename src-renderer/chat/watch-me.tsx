// Watches what a person does on a desktop that they have taken over, and makes a plan of it.
import { Eye, ListPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NEW_PLAN, useWatched } from '../plans/new-plan.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'

export function WatchMe({ run, takenOver }: { run: string; takenOver: boolean }) {
  const { t } = useTranslation()
  const [watching, setWatching] = useState(false)
  const begin = async () => {
    if ((await ask('watch_hand', { run })) === null) return
    setWatching(true)
    announce(t('desktop.watching'))
  }
  const end = async () => {
    const plan = await ask('unwatch_hand', { run })
    setWatching(false)
    if (plan === null) return
    useWatched.setState({ plan })
    navigate('plans', null, NEW_PLAN)
  }
  if (watching) {
    return (
      <Button size="s" icon={<ListPlus aria-hidden size={13} />} onClick={() => void end()}>
        {t('desktop.make_plan')}
      </Button>
    )
  }
  return (
    takenOver && (
      <Button
        size="s"
        look="quiet"
        icon={<Eye aria-hidden size={13} />}
        title={t('desktop.watch_me_hint')}
        onClick={() => void begin()}
      >
        {t('desktop.watch_me')}
      </Button>
    )
  )
}
